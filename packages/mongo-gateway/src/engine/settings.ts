import { ORDERED_METHOD } from './ordered-indexes.ts';

/**
 * PostgreSQL's data folder: always its working directory. So the parent folders may be closed to the user it runs as
 * (root's home, a 0700 temporary folder), and a path of any length fits the 107 bytes of a Unix socket address.
 */
export const HERE = '/proc/self/cwd';

/** The number in the socket's file name; there is no network listener. */
export const SOCKET_PORT = 5432;

const MAX_CONNECTIONS = 90;

/** postgresql.conf of the cluster, rewritten at every start so that a newer gateway applies its settings. */
export function postgresqlConf(): string {
  const settings: Record<string, string | number> = {
    listen_addresses: "''",
    unix_socket_directories: `'${HERE}'`,
    unix_socket_permissions: '0700',
    port: SOCKET_PORT,
    max_connections: MAX_CONNECTIONS,
    shared_preload_libraries: "'pg_cron,pg_documentdb_core,pg_documentdb,pg_documentdb_extended_rum'",
    'cron.database_name': "'postgres'",
    'cron.use_background_workers': 'on',
    'cron.log_run': 'off',
    'cron.log_statement': 'off',
    'cron.log_min_messages': "'warning'",
    'documentdb.localhost_connection_string': `'host=${HERE} port=${SOCKET_PORT}'`,
    'documentdb.useFileBasedPersistedCursors': 'on',
    // New indexes support ordered scans: a sorted page reads only its own rows.
    'documentdb.alternate_index_handler_name': `'${ORDERED_METHOD}'`,
    'documentdb.defaultCursorExpiryTimeLimitSeconds': 600,
    'documentdb.maxWriteBatchSize': 100_000,
    'documentdb_core.enableCollation': 'on',
    // Two writers of one unique key block each other for this long, because DocumentDB's unique keys are exclusion
    // constraints.
    deadlock_timeout: "'50ms'",
    jit: 'off',
    timezone: "'GMT'",
    log_timezone: "'GMT'",
    shared_buffers: "'128MB'",
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_wal_size: "'1GB'",
    dynamic_shared_memory_type: "'mmap'",
    tcp_keepalives_idle: 0,
    client_connection_check_interval: "'10s'",
    // Errors of statements are returned to the client; in the log they would expose personal data.
    log_min_messages: "'log'",
    log_min_error_statement: "'panic'",
    log_error_verbosity: "'terse'",
    log_line_prefix: "'%m [%p] '",
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('');
}

/** Local connections only; the mode of the folder controls access. */
export const PG_HBA = 'local all all trust\n';
