import { describe, expect, test } from 'vitest'
import type { Day } from '#kernel/day.ts'
import { type DatedStep, latestBefore, meaningOf, openAfter, whyFixed, whyNotOn } from './planning.ts'

const day = (date: number) => `2026-11-${date}` as Day
const step = (seq: number, date: number | null, more: Partial<DatedStep> = {}): DatedStep => ({
  id: seq,
  orderId: 1,
  productId: 7,
  taskref: 'a',
  seq,
  status: 'PENDING',
  section: `section ${seq}`,
  day: date === null ? null : day(date),
  ...more,
})
/** The third of five steps, which stand in no order of their days. */
const task = step(3, 24)
const on = (seq: number, date: number) => ({ section: `section ${seq}`, day: day(date) })

describe('the steps around a task', () => {
  const chain = [step(1, 23), step(2, 20), task, step(4, 26), step(5, 25)]
  test('the one before it is the open step with the latest day, and those after it begin with the earliest', () => {
    expect(latestBefore(task, chain)).toEqual(on(1, 23))
    expect(openAfter(task, chain)).toEqual([on(5, 25), on(4, 26)])
  })

  test('are none of the same place in the chain, such as a second task of its own section', () => {
    const twin = step(3, 22, { id: 33 })
    expect([latestBefore(task, [twin]), openAfter(task, [twin])]).toEqual([null, []])
  })

  test.each<[string, Partial<DatedStep>]>([
    ['finished', { status: 'FINISHED' }],
    ['cancelled', { status: 'CANCELED' }],
    ['of another product', { productId: 8 }],
    ['of another chain', { taskref: 'b' }],
    ['of another order', { orderId: 2 }],
    ['without a day', { day: null }],
  ])('are none that is %s', (_, change) => {
    expect(latestBefore(task, [step(1, 23, change)])).toBeNull()
    expect(openAfter(task, [step(4, 25, change)])).toEqual([])
  })
})

describe('planning a task for another day', () => {
  const meaning = (more: Partial<Parameters<typeof meaningOf>[0]>, date: number) =>
    meaningOf({ day: day(24), delivery: day(26), after: [], ...more }, day(date))
  test('names the later steps that would have to wait, and a step on the same day does not', () => {
    expect(meaning({ after: [on(4, 25), on(5, 26)] }, 26).waiting).toEqual([on(4, 25)])
  })

  test('makes the order late by the days of its last step after the delivery, and never early', () => {
    expect(meaning({}, 28)).toMatchObject({ lateDays: 2, lateNow: 0 })
    expect(meaning({ after: [on(4, 27)] }, 25)).toMatchObject({ lateDays: 1, lateNow: 1 })
    expect(meaning({}, 20)).toMatchObject({ lateDays: 0, lateNow: 0 })
  })

  test('makes nothing late without a delivery, and was not late before it had a day', () => {
    expect(meaning({ delivery: null }, 28)).toMatchObject({ lateDays: null, lateNow: 0 })
    expect(meaning({ day: null, after: [on(4, 28)] }, 24)).toMatchObject({ lateDays: 2, lateNow: 0 })
  })

  test('is possible until its section has begun it or it is closed', () => {
    expect(whyFixed({ status: 'PENDING', begun: false })).toBeNull()
    expect(whyFixed({ status: 'PENDING', begun: true })?.code).toBe('production.begun')
    expect(whyFixed({ status: 'STARTED', begun: false })?.code).toBe('production.begun')
    expect(whyFixed({ status: 'FINISHED', begun: false })?.code).toBe('production.closed')
  })

  test('is refused for a day that has passed, or before the step that it waits for', () => {
    expect(whyNotOn(day(24), day(24), null)).toBeNull()
    expect(whyNotOn(day(23), day(24), null)?.code).toBe('production.plan-past')
    expect(whyNotOn(day(25), day(24), on(2, 25))).toBeNull()
    expect(whyNotOn(day(25), day(24), on(2, 26))?.code).toBe('production.plan-before-step')
  })
})
