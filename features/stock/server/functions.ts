import type { DeclaredFunction } from '#server/db/declared-functions.ts'
import { TOLERANCE } from '../domain/availability.ts'

export const functions: readonly DeclaredFunction[] = [{ name: 'is_short', body: ` select left_e4 < -${TOLERANCE} ` }]
