import { expect, test } from 'vitest'
import { EVENT_STATUSES, isOpen, wantedBackEvents, waitsForPerson } from './events/events.ts'
import { isLive, NOTE_STATUSES } from './note.ts'
import { noteSeries } from './note-series.ts'

test('a stop may have another note only after the one before was refused or withdrawn', () => {
  expect(NOTE_STATUSES.filter((status) => !isLive(status)).toSorted()).toEqual(['FAILED', 'WITHDRAWN'])
})

test('an event is sent while it waits or has no clear answer, and a person acts on one that was refused or undone', () => {
  expect(EVENT_STATUSES.filter(isOpen)).toEqual(['WAITING', 'SENDING'])
  expect(EVENT_STATUSES.filter(waitsForPerson)).toEqual(['FAILED', 'UNDONE'])
})

test('goods that come back are all handed over when the shipment is finished, and not before', () => {
  const issuedAt = '2026-11-20T08:00:00.000Z'
  const finishedAt = '2026-11-20T15:00:00.000Z'
  const events = (finished: string | null) =>
    wantedBackEvents({ issuedAt, finishedAt: finished }).map(({ kind, outcome, at }) => [kind, outcome, at])
  expect(events(null)).toEqual([['transfer', null, issuedAt]])
  expect(events(finishedAt)).toEqual([
    ['transfer', null, issuedAt],
    ['outcome', 'FULL', finishedAt],
  ])
})

test('notes are counted in the series of the settings, from its first number only in the year of the move', () => {
  const settings = { series: ' Δ ', start: 41, startYear: 2026 }
  const facts = { day: '2026-11-20', branch: 2, test: false }
  expect(noteSeries(facts, settings)).toEqual({ series: 'Δ', year: 2026, branch: 2, start: 41 })
  expect(noteSeries({ ...facts, day: '2027-01-02' }, settings)).toMatchObject({ year: 2027, start: 1 })
  expect(noteSeries(facts, { ...settings, series: ' ' })).toMatchObject({ series: 'ΔΑ' })
  expect(noteSeries({ ...facts, test: true }, settings)).toMatchObject({ series: 'ΔΟΚ-Δ', start: 1 })
})
