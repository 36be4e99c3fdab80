/** `node scripts/run.mjs <tool> …`: runs a tool of node_modules or a script of this project with the product's Node. */
import { runTool } from './node.mjs'

const [tool, ...args] = process.argv.slice(2)
if (!tool) {
  console.error('Usage: node scripts/run.mjs <vite|vitest|tsc|playwright|scripts/x.ts …> [arguments]')
  process.exit(1)
}
const { code } = await runTool(tool, args)
process.exit(code)
