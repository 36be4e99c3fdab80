import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test.each(['--al', '--since'])('`npm test` refuses the option %s, which it does not know', (option) => {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'test.mjs'), option, 'no-part'], {
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `There is no option ${option}. The options are --all and --since=<commit>.\n`,
  })
})
