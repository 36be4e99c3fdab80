/** Returns a text as a literal of SQL, for statements that contain no parameters. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Returns texts as a list of literals, as `in (…)` takes it. */
export const literals = (texts: readonly string[]): string => texts.map(literal).join(', ')
