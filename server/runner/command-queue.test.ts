import { describe, expect, test } from 'vitest'
import { Clash } from '#server/db/database.ts'
import { CommandQueue } from './command-queue.ts'

const MOST = 9

/** Commands that end when the test says so. */
class Held {
  readonly #queue: CommandQueue
  readonly running: { name: string; end: (error?: Error) => void }[] = []

  constructor(queue: CommandQueue) {
    this.#queue = queue
  }

  start(name: string, again = false): Promise<unknown> {
    return this.#queue
      .run(name, again, () => {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        this.running.push({ name, end: (error) => (error ? reject(error) : resolve()) })
        return promise
      })
      .catch((error: unknown) => error)
  }

  names(): string[] {
    return this.running.map(({ name }) => name)
  }
}

const settle = () => new Promise((done) => setImmediate(done))

/**
 * Runs commands of a kind with sixteen clients. `clashes` decides by the number of running commands whether one
 * clashes.
 */
async function storm(queue: CommandQueue, name: string, count: number, clashes: (atOnce: number) => boolean) {
  let atOnce = 0
  let left = count
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      for (let again = false; ; again = true) {
        const attempt = async () => {
          atOnce += 1
          await settle()
          const clash = clashes(atOnce)
          atOnce -= 1
          if (clash) throw new Clash('clash')
        }
        const error = await queue.run(name, again, attempt).catch((thrown: unknown) => thrown)
        if (error === undefined) break
        expect(error).toBeInstanceOf(Clash)
      }
    }
  }
  await Promise.all(Array.from({ length: 16 }, client))
}

describe('the number of commands in the database', () => {
  test('grows to the maximum for a kind that never clashes', async () => {
    const queue = new CommandQueue(MOST)
    await storm(queue, 'create', 500, () => false)
    expect(queue.limitOf('create')).toBe(MOST)
  })

  test('stays small for a kind that clashes if more than two run, without affecting other kinds', async () => {
    const queue = new CommandQueue(MOST)
    await storm(queue, 'create', 500, () => false)
    await storm(queue, 'package', 500, (atOnce) => atOnce > 2)
    expect(queue.limitOf('package')).toBeLessThanOrEqual(3)
    expect(queue.limitOf('create')).toBe(MOST)
  })

  test('is at least one, and grows again when the clashes end', async () => {
    const queue = new CommandQueue(MOST)
    let clashes = 0
    await storm(queue, 'package', 100, () => (clashes += 1) <= 200)
    expect(queue.limitOf('package')).toBeGreaterThanOrEqual(1)
    await storm(queue, 'package', 500, () => false)
    expect(queue.limitOf('package')).toBe(MOST)
  })

  test('is halved once for all commands that clashed together', async () => {
    const queue = new CommandQueue(MOST)
    await storm(queue, 'package', 500, () => false)
    const held = new Held(queue)
    const all = Array.from({ length: MOST }, () => held.start('package'))
    await settle()
    expect(held.running).toHaveLength(MOST)
    for (const { end } of held.running) end(new Clash('clash'))
    await Promise.all(all)
    expect(queue.limitOf('package')).toBe(4)
  })

  test('does not grow while no command waits', async () => {
    const queue = new CommandQueue(MOST)
    const before = queue.limitOf('create')
    for (let at = 0; at < 100; at += 1) await queue.run('create', false, async () => {})
    expect(queue.limitOf('create')).toBe(before)
  })

  test('is shared with other processes, and is at least one', async () => {
    const queue = new CommandQueue(MOST)
    await storm(queue, 'create', 500, () => false)
    queue.shareWith(4)
    expect(queue.limitOf('create')).toBe(3)
    queue.shareWith(100)
    expect(queue.limitOf('create')).toBe(1)
    const held = new Held(queue)
    const all = ['create', 'package', 'create'].map((name) => held.start(name))
    await settle()
    expect(held.names()).toEqual(['create'])
    queue.shareWith(1)
    await settle()
    expect(held.names()).toEqual(['create', 'package', 'create'])
    for (const { end } of held.running) end()
    await Promise.all(all)
  })
})

describe('the next command', () => {
  test('is the one that has waited longest, of the kinds below their limit', async () => {
    const queue = new CommandQueue(2)
    const held = new Held(queue)
    const all = ['a', 'b', 'c', 'a', 'b'].map((name) => held.start(name))
    await settle()
    expect(held.names()).toEqual(['a', 'b'])
    for (let at = 0; at < 5; at += 1) {
      held.running[at]?.end()
      await settle()
    }
    expect(held.names()).toEqual(['a', 'b', 'c', 'a', 'b'])
    await Promise.all(all)
  })

  test('is a retried command, and these run one at a time', async () => {
    const queue = new CommandQueue(2)
    const held = new Held(queue)
    const all = ['a', 'b', 'c'].map((name) => held.start(name))
    all.push(held.start('again', true), held.start('again', true))
    await settle()
    held.running[0]?.end()
    await settle()
    expect(held.names()).toEqual(['a', 'b', 'again'])
    held.running[1]?.end()
    await settle()
    expect(held.names()).toEqual(['a', 'b', 'again', 'c'])
    held.running[2]?.end()
    await settle()
    expect(held.names()).toEqual(['a', 'b', 'again', 'c', 'again'])
    for (const { end } of held.running) end()
    await Promise.all(all)
  })

  test('takes the place of a command that failed', async () => {
    const queue = new CommandQueue(1)
    await expect(queue.run('a', false, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(queue.run('a', true, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await queue.run('a', true, async () => 'yes')).toBe('yes')
  })
})
