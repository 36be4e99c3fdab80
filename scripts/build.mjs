/** `npm run build`: builds the pages, packed as small as possible. Runs on Node 20. */
import { buildPages, installIfNeeded } from './install.mjs'

await installIfNeeded()
const { code, output } = await buildPages()
if (output.trim() !== '') console.log(output.trim())
process.exit(code)
