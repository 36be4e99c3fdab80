import { createHash } from 'node:crypto'

/** Returns the SHA-256 of a token. Sessions, refresh tokens, devices, one-time links, keys of programs and recovery codes are stored only as this hash. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64')
