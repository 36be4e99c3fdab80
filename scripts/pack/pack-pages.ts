/** Packs the pages that a start has built quickly as small as possible, while the server runs. */
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { packSmaller } from './packed-files.ts'

const [folder = '', stamp = '', inputs = ''] = process.argv.slice(2)
setPriority(constants.priority.PRIORITY_LOW)
await packSmaller(folder)
writeFileSync(stamp, inputs)
