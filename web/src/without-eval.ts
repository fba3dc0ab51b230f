// The pages' policy lets no text become a script. zod tries once whether it may make code of a text, which browsers report; this
// is its `config({ jitless: true })`, set without loading zod, which the first pages do without.
const globals = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
globals.__zod_globalConfig = Object.assign(globals.__zod_globalConfig ?? {}, { jitless: true });
