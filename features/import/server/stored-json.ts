/** Writes values of files and of other systems as JSON that the database can store. */
import { isObject } from '#kernel/json.ts'

/** Returns a text without what the database cannot store. */
export const storable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()

/** Returns a value as JSON. Every text and every name in it is storable, also one that was cut inside an emoji. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part === 'string') return storable(part)
    if (!isObject(part) || Object.keys(part).every((name) => storable(name) === name)) return part
    return Object.fromEntries(Object.entries(part).map(([name, own]) => [storable(name), own]))
  })
}
