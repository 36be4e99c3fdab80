/** Compares what the server stores as the newest press of a task with what the tablet takes for it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/db/database.ts'
import { callByName, openTestCompany, type TestCompany } from '#testing/company.ts'
import { samples } from '#testing/samples.ts'
import type { SectionDay, SectionPress } from '../../domain/section-day-contract.ts'
import { sectionView } from '../../domain/section-now.ts'

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const newest = () =>
  company.db.maybe<{ id: number; kind: string }>(sql`select id, kind from task_presses order by id desc limit 1`)

const EARLIER = { id: 1, isUndone: false, undoUntil: '2026-11-24T08:09:00.000Z' }

describe('a waiting press ends the undo of earlier ones on the tablet if the server stores it with the task:', () => {
  test.each(sectionView.commands.filter((command) => command !== 'production.undo-press'))('%s', async (command) => {
    const input = (await samples(company)[command]?.()) as { taskId?: number; taskIds?: number[] }
    const before = await newest()
    expect(await callByName(company, command, input, { token: company.tokens.admin })).toMatchObject({ status: 200 })
    const after = await newest()
    const kind = after?.id === before?.id ? undefined : after?.kind
    const presses = [{ ...EARLIER, taskId: input.taskId ?? input.taskIds?.[0] } as SectionPress]
    const day = { tasks: [], today: {}, presses } as unknown as SectionDay
    const now = sectionView.now(day, [{ key: '', command, input, name: '', at: '' }])
    expect(now.presses[0]?.undoUntil).toBe(kind === undefined ? EARLIER.undoUntil : null)
    const word = sectionView.wordOf(command)
    expect(word).toBe(kind ?? word)
  })
})
