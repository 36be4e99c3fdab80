import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const NODE = pathToFileURL(join(import.meta.dirname, 'node.mjs')).href

test.each(['SIGTERM', 'SIGHUP'] as const)('%s ends the tools of a run of tests too', async (signal) => {
  const runner = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { endOnSignal, run } from '${NODE}'
    endOnSignal()
    run(process.execPath, ['--eval', 'console.log("runs"); setInterval(() => {}, 1000)'], { bound: true })`,
  ])
  const [said] = (await once(runner.stdout, 'data')) as [Buffer]
  expect(String(said)).toBe('runs\n')
  runner.kill(signal)
  // the output, which both share, closes when neither runs any more
  expect(await once(runner, 'close')).toEqual([signal === 'SIGTERM' ? 143 : 129, null])
})
