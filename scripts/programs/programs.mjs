/** Finds the browser and the database server of the tests, and installs them on Debian if they are missing. Runs on Node 20. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { productEnv, productNode, ROOT, run } from '../node.mjs'

/**
 * Returns the path of the browser for the stories, or null. The headless shell is the same engine without the windows
 * of a desktop browser, and needs a third less of the processor. `install` gets the name of a Debian package.
 */
export async function findChromium(install = aptInstall) {
  const find = (...paths) => paths.find((path) => path && existsSync(path)) ?? null
  const shell = () => find(process.env.CHROMIUM, onPath('chromium-headless-shell'))
  const desktop = () =>
    find('/usr/bin/chromium', onPath('chromium'), onPath('chromium-browser'), onPath('google-chrome'))
  if (shell() === null) await install('chromium-headless-shell')
  if (shell() === null && desktop() === null) await install('chromium')
  return shell() ?? desktop()
}

/**
 * Gives all parts of a run one PostgreSQL server: the one named in TEST_DATABASE_URL, or a temporary one, whose address it
 * puts there. Returns `stop`, which stops it, or in `missing` why there is none.
 */
export async function givePostgres(install = aptInstall) {
  if (process.env.TEST_DATABASE_URL) return { stop: async () => {} }
  const given = await startPostgres()
  if (given.stop) return given
  await install('postgresql')
  return startPostgres()
}

/** Starts a temporary PostgreSQL server, which ends with this process at the latest. */
function startPostgres() {
  const server = spawn(productNode(), [join(ROOT, 'scripts', 'programs', 'run-postgres.ts')], {
    env: productEnv(),
    stdio: 'pipe',
  })
  let said = ''
  server.stderr.on('data', (text) => (said += text))
  const ended = new Promise((resolve) => server.once('close', resolve))
  const stop = async () => {
    server.stdin.end()
    await ended
  }
  const started = new Promise((resolve) =>
    server.stdout.once('data', (line) => {
      const { url, inMemory } = JSON.parse(line)
      process.env.TEST_DATABASE_URL = url
      // copies files where that is fastest (testing/database.ts)
      if (inMemory) process.env.TEST_COPY = 'file_copy'
      resolve({ stop })
    }),
  )
  const refused = ended.then(() => ({ missing: said.trim().split('\n').at(-1) || 'it does not start' }))
  return Promise.race([started, refused])
}

function onPath(program) {
  const { status, stdout } = spawnSync(process.platform === 'win32' ? 'where' : 'which', [program], {
    encoding: 'utf8',
  })
  return status === 0 ? stdout.split('\n')[0].trim() : null
}

/** Installs a package on Debian as root. Does nothing elsewhere, and prints the last lines of a failure. */
async function aptInstall(name) {
  const mayInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version') && onPath('apt-get') !== null
  if (!mayInstall) return
  console.log(`Installing ${name}…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { code, output } = await run(
    'sh',
    [
      '-c',
      `apt-get -o Acquire::Retries=0 -o Acquire::http::Timeout=20 update -qq && apt-get install -y -qq --no-install-recommends ${name}`,
    ],
    { env, quiet: true },
  )
  if (code !== 0) console.log(output.trim().split('\n').slice(-5).join('\n'))
}
