import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SearchOffer, SearchPick } from './SearchPick.tsx'

type Row = { id: number; name: string }
const ROWS: Row[] = [
  { id: 1, name: 'candle red' },
  { id: 2, name: 'candle white' },
  { id: 3, name: 'glass' },
]

let asked: string[] = []
let picked: Row[] = []
/** Answers that wait until the test releases them, by their search text. */
let held = new Map<string, () => void>()

const search = (text: string) => {
  asked.push(text)
  const rows = ROWS.filter((row) => row.name.includes(text))
  return text.endsWith('!')
    ? new Promise<Row[]>((resolve) => held.set(text, () => resolve([{ id: 9, name: text }])))
    : Promise.resolve(rows)
}

const draw = (whenNothing?: (text: string) => SearchOffer) => {
  render(
    <MantineProvider env="test">
      <SearchPick
        label="Product"
        search={search}
        onPick={(row) => picked.push(row)}
        row={(row) => row.name}
        whenNothing={whenNothing}
      />
    </MantineProvider>,
  )
  return screen.getByRole<HTMLInputElement>('combobox', { name: 'Product' })
}

const type = (input: HTMLInputElement, value: string) => fireEvent.change(input, { target: { value } })

beforeAll(async () => {
  await i18n.use(initReactI18next).init({ lng: 'eng', resources: {} })
})

beforeEach(() => {
  cleanup()
  asked = []
  picked = []
  held = new Map()
})

describe('finding by typing', () => {
  it('Enter takes the first row, even if the list is not open yet', async () => {
    const input = draw()
    type(input, 'candle')
    fireEvent.keyDown(input, { key: 'Enter' })
    await waitFor(() => expect(picked).toEqual([{ id: 1, name: 'candle red' }]))
    expect(input.value).toBe('')
  })

  it('Enter takes the row that the arrow keys have marked', async () => {
    const input = draw()
    type(input, 'candle')
    await screen.findByText('candle white')
    fireEvent.keyDown(input, { key: 'ArrowDown' })
    fireEvent.keyDown(input, { key: 'Enter' })
    await waitFor(() => expect(picked).toEqual([{ id: 2, name: 'candle white' }]))
  })

  it('Enter never takes a row of an earlier text', async () => {
    const input = draw()
    type(input, 'slow!')
    fireEvent.keyDown(input, { key: 'Enter' })
    await waitFor(() => expect(held.has('slow!')).toBe(true))
    type(input, 'glass')
    fireEvent.keyDown(input, { key: 'Enter' })
    await waitFor(() => expect(picked).toEqual([{ id: 3, name: 'glass' }]))
    held.get('slow!')?.()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(picked).toEqual([{ id: 3, name: 'glass' }])
  })

  it('Enter does nothing while the field is empty', async () => {
    const input = draw()
    fireEvent.keyDown(input, { key: 'Enter' })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(asked).toEqual([])
    expect(picked).toEqual([])
  })
})

describe('a text without a result', () => {
  it('Enter takes the offer for it, and the text stays until the offer is used', async () => {
    const taken: string[] = []
    const input = draw((text) => ({ row: `new ${text}`, take: () => taken.push(text) }))
    type(input, 'lamp')
    fireEvent.keyDown(input, { key: 'Enter' })
    await waitFor(() => expect(taken).toEqual(['lamp']))
    expect(input.value).toBe('lamp')
    expect(picked).toEqual([])
  })

  it('Enter takes a found row and no offer', async () => {
    const taken: string[] = []
    const input = draw((text) => ({ row: `new ${text}`, take: () => taken.push(text) }))
    type(input, 'glass')
    fireEvent.keyDown(input, { key: 'Enter' })
    await waitFor(() => expect(picked).toEqual([{ id: 3, name: 'glass' }]))
    expect(taken).toEqual([])
  })

  it('an offer that only says something is shown and cannot be taken', async () => {
    const input = draw(() => ({ row: 'no such number' }))
    type(input, 'lamp')
    expect(await screen.findByText('no such number')).toBeTruthy()
    expect(screen.queryByRole('option')).toBeNull()
    fireEvent.keyDown(input, { key: 'Enter' })
    expect(input.value).toBe('lamp')
  })
})
