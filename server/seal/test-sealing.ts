/** Encrypts secrets with a fixed key, for tests. */
import { sealingWith } from './sealing.ts'

const KEY = Buffer.alloc(32, 7)

export const TEST_SEALING = sealingWith({ possible: () => true, forNew: () => KEY, forStored: () => KEY })
