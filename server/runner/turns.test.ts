import { expect, test } from 'vitest'
import { Refused } from '#kernel/refusal.ts'
import { Turns } from './turns.ts'

test('a person has a limited number of turns at once, which does not affect others, and a full queue refuses', async () => {
  const turns = new Turns({ mostEach: 2, mostWaiting: 1 })
  const releases: (() => void)[] = []
  const running: string[] = []
  const work = (person: string) =>
    turns.run(person, async () => {
      running.push(person)
      await new Promise<void>((done) => releases.push(done))
    })
  const first = [work('maria'), work('maria'), work('maria')]
  await expect(work('maria')).rejects.toBeInstanceOf(Refused)
  const other = work('nikos')
  await Promise.resolve()
  expect(running).toEqual(['maria', 'maria', 'nikos'])
  releases.shift()?.()
  await first[0]
  await expect.poll(() => running).toEqual(['maria', 'maria', 'nikos', 'maria'])
  for (const release of releases) release()
  await Promise.all([...first, other])
  // a turn that fails is released
  await expect(turns.run('maria', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.run('maria', async () => 'again')).toBe('again')
})
