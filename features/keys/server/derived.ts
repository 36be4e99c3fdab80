/** Every process remembers the keys of programs. */
import { tellsAccess } from '#server/derived/tells.ts'

export const derived = [tellsAccess('api_keys', 'keys', { changed: 'anything', removed: true })]
