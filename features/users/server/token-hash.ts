import { createHash } from 'node:crypto'

/** Returns the SHA-256 of a token, as sessions, refresh tokens and devices store it; the token itself is never stored. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64')
