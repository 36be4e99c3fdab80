/**
 * `node scripts/run.mjs <tool> …`: runs a tool of node_modules or a script of this project with the product's Node. Installs the packages
 * of the product for its own programs, and everything if the tool or the Node is missing. Runs on Node 20.
 */
import { installIfNeeded } from './install.mjs'
import { endOnSignal, lacksNode, runTool, toolIsHere } from './node.mjs'

const [tool, ...args] = process.argv.slice(2)
if (!tool) {
  console.error('Usage: node scripts/run.mjs <vite|vitest|tsc|playwright|scripts/x.ts …> [arguments]')
  process.exit(1)
}
endOnSignal()
const isProgram = tool.startsWith('app/')
// a script of this project may import any package; a tool of node_modules is there or not
const isScript = tool.startsWith('scripts/')
if (isProgram || isScript || !toolIsHere(tool) || lacksNode()) await installIfNeeded({ everything: !isProgram })
const { code } = await runTool(tool, args)
process.exit(code)
