/**
 * `npm start`: installs and builds what is missing, then runs the server with the Node of the product. Runs on Node
 * 20.
 */
import { spawn } from 'node:child_process'
import { serverToRun } from './bundle/bundle.mjs'
import { buildIfNeeded, installIfNeeded, packLater } from './install.mjs'
import { productEnv, productNode, ROOT } from './node.mjs'

const demo = process.argv.includes('--demo')

await installIfNeeded({ everything: false })
const [bundle] = await Promise.all([serverToRun(), buildIfNeeded()])

const server = spawn(productNode(), [bundle], {
  cwd: ROOT,
  env: productEnv(demo ? { DEMO: '1', DATA_DIR: process.env.DATA_DIR || './data-demo' } : {}),
  // The channel tells the server when this launcher ends, even by kill -9 ('disconnect').
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})

process.on('SIGTERM', () => server.kill('SIGTERM'))
process.on('SIGHUP', () => server.kill('SIGTERM'))
process.on('SIGINT', () => {
  // A terminal sends Ctrl+C to the whole process group, so the server has received it already.
  if (!process.stdin.isTTY) server.kill('SIGINT')
})

// npm does not end its children when it is killed with -9, so this process watches its parent.
if (process.env.npm_lifecycle_event) {
  const npm = process.ppid
  setInterval(() => process.ppid !== npm && server.kill('SIGTERM'), 250).unref()
}

server.on('error', (error) => {
  console.error(`Kerino could not start its server: ${error.message}`)
  process.exit(1)
})
const stopPacking = packLater()

server.on('exit', (code, signal) => {
  stopPacking()
  process.exit(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1))
})
