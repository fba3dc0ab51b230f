/**
 * MongoDB's error codes by name (its published list), as far as this gateway and DocumentDB raise them, with the
 * SQLSTATEs that DocumentDB and PostgreSQL use for each.
 */
const TABLE: readonly [name: string, code: number, ...states: string[]][] = [
  ['InternalError', 1, 'M0000', 'XX000'],
  ['BadValue', 2, 'M0001', '22P02', '22023'],
  ['GraphContainsCycle', 5, 'M0002'],
  ['HostUnreachable', 6, 'M00EU'],
  ['FailedToParse', 9, 'M0003'],
  ['Unauthorized', 13, 'M00ER'],
  ['TypeMismatch', 14, 'M0004'],
  ['Overflow', 15, 'M0005', '22003'],
  ['InvalidLength', 16, 'M00DO'],
  ['ProtocolError', 17],
  ['IllegalOperation', 20, 'M0006'],
  ['InvalidBSON', 22],
  ['AlreadyInitialized', 23, 'M0007'],
  ['LockTimeout', 24, 'M00EW'],
  ['NamespaceNotFound', 26, 'M0008'],
  ['IndexNotFound', 27, 'M0009'],
  ['PathNotViable', 28, 'M000A'],
  ['CannotBackfillArray', 34, 'M000C'],
  ['ConflictingUpdateOperators', 40, 'M000D'],
  ['CursorNotFound', 43, 'M000E', '58P01'],
  ['NamespaceExists', 48, 'M000F'],
  ['MaxTimeMSExpired', 50, 'M00EX', '57014'],
  ['DollarPrefixedFieldName', 52, 'M000G'],
  ['CanNotBeTypeArray', 53, 'M000H'],
  ['NotSingleValueField', 54, 'M000I'],
  ['EmptyFieldName', 56, 'M000J'],
  ['DottedFieldName', 57, 'M000K'],
  ['CommandNotFound', 59, 'M00EY'],
  ['ImmutableField', 66, 'M000M'],
  ['CannotCreateIndex', 67, 'M000N'],
  ['IndexAlreadyExists', 68, 'M000O'],
  ['InvalidOptions', 72, 'M000P'],
  ['InvalidNamespace', 73, 'M000Q'],
  ['IndexOptionsConflict', 85, 'M000R'],
  ['IndexKeySpecsConflict', 86, 'M000S'],
  ['UnknownReplWriteConcern', 79],
  ['NetworkTimeout', 89],
  ['ShutdownInProgress', 91, 'M00F0'],
  ['UnsatisfiableWriteConcern', 100],
  ['NotExactValueField', 111, 'M000T'],
  ['WriteConflict', 112, 'M00F1', '40001', '40P01', '55P03'],
  ['CommandNotSupported', 115, 'M000U', '0A000'],
  ['ConflictingOperationInProgress', 117, 'M00F2'],
  ['DocumentValidationFailure', 121, 'M00CO'],
  ['ExceededMemoryLimit', 146, 'M000W', '53200'],
  ['ViewDepthLimitExceeded', 165, 'M000Y'],
  ['CommandNotSupportedOnView', 166, 'M000Z'],
  ['OptionNotSupportedOnView', 167, 'M0010'],
  ['CannotIndexParallelArrays', 171],
  ['AmbiguousIndexKeyPattern', 181, 'M0011'],
  ['InvalidIndexSpecificationOption', 197, 'M0012'],
  ['QueryFeatureNotAllowed', 224, 'M0013'],
  ['TransactionTooOld', 225, 'M00F5'],
  ['MaxSubPipelineDepthExceeded', 232, 'M0014', '54001'],
  ['ConversionFailure', 241, 'M0015'],
  ['NoSuchTransaction', 251, 'M00F6', '25P02'],
  ['TransactionCommitted', 256, 'M00F7'],
  ['ExceededTimeLimit', 262],
  ['OperationNotSupportedInTransaction', 263, 'M0016', '25001'],
  ['IndexBuildAborted', 276, 'M0017'],
  ['APIVersionError', 322],
  ['BSONObjectTooLarge', 10334, 'M001B'],
  ['DuplicateKey', 11000, 'M001C', '23505', '23P01'],
  ['CursorInUse', 12051],
  ['BackgroundOperationInProgressForNamespace', 12587, 'M001D'],
  ['OutOfDiskSpace', 14031, '53100'],
  ['Location16020', 16020, 'M001W'],
  ['Location16410', 16410, 'M0020'],
  ['Location16554', 16554, 'M0023'],
  ['Location16610', 16610, 'M0024'],
  ['Location16611', 16611, 'M0025'],
  ['Location17124', 17124, 'M0034'],
  ['Location17280', 17280, '54000'],
  ['Location17419', 17419, 'M003A'],
  ['Location17420', 17420, 'M003B'],
  ['Location31249', 31249, 'M0056'],
  ['Location31250', 31250, 'M0057'],
  ['Location31253', 31253, 'M0058'],
  ['Location31254', 31254, 'M0059'],
  ['Location40160', 40160, 'M0076'],
  ['Location40234', 40234, 'M007O'],
  ['Location40238', 40238, 'M007P'],
  ['Location40272', 40272, 'M007Q'],
  ['Location40323', 40323, 'M007T'],
  ['Location40324', 40324, 'M007U'],
  ['Location40352', 40352, 'M007V'],
  ['Location40414', 40414, 'M0087'],
  ['Location40415', 40415, 'M0088'],
  ['Location40600', 40600, 'M008T'],
  ['Location40602', 40602, 'M008V'],
  ['Location51024', 51024, 'M0099'],
  ['Location51091', 51091, 'M009H'],
];

const byName = new Map(TABLE.map(([name, code]) => [name, code]));
const byCode = new Map(TABLE.map(([name, code]) => [code, name]));
const byState = new Map(
  TABLE.flatMap(([, code, ...states]) => states.map((state) => [state, code] as const)),
);

export function codeOf(name: string): number {
  const code = byName.get(name);
  if (code === undefined) throw new Error(`no error is called ${name}`);
  return code;
}

/** The name of a code. As in MongoDB, a code without a name is called `Location` and its number. */
export function nameOf(code: number): string {
  return byCode.get(code) ?? `Location${code}`;
}

/** The code of a SQLSTATE; unknown states of DocumentDB are BadValue, all others InternalError. */
export function codeOfState(state: string): number {
  return byState.get(state) ?? (state.startsWith('M') ? 2 : 1);
}

/**
 * Unpacks a SQLSTATE, whose five characters PostgreSQL packs into an integer, six bits each; DocumentDB's write errors
 * use the same form.
 */
export function unpackState(packed: number): string {
  let state = '';
  for (let i = 0; i < 5; i++) state += String.fromCharCode(((packed >> (6 * i)) & 0x3f) + 0x30);
  return state;
}
