export type JsonObject = Readonly<Record<string, unknown>>

/** Reports whether a value of JSON is an object, and no list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
