import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import { initReactI18next } from 'react-i18next'
import { useEffect, useRef, useState } from 'react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SearchOffer, SearchPick } from './SearchPick.tsx'
import { type Named, tellApart } from './tell-apart.ts'

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
  await i18n.use(initReactI18next).init({
    lng: 'eng',
    ns: ['frame'],
    resources: { eng: { frame: { pick: { found: 'pick.found {{found}}', taken: 'pick.taken {{name}}' } } } },
  })
})

beforeEach(() => {
  cleanup()
  asked = []
  picked = []
  held = new Map()
})

it('says the language of a Greek option on a page of another language', async () => {
  render(
    <MantineProvider env="test">
      <SearchPick
        label="Customer"
        search={async () => [
          { id: 1, name: 'Ταβέρνα' },
          { id: 2, name: 'Hotel' },
        ]}
        onPick={() => undefined}
        row={({ name }) => name}
      />
    </MantineProvider>,
  )
  type(screen.getByRole('combobox', { name: 'Customer' }), 't')
  const options = await screen.findAllByRole('option')
  expect(options.map(({ lang }) => lang)).toEqual(['el', ''])
})

it('says which of two people with one name was taken', async () => {
  const people: (Named & { id: number })[] = [
    { id: 1, name: 'Παπαγεωργίου', label: 'Ανθοπωλείο', vat: '790000123' },
    { id: 2, name: 'Παπαγεωργίου', label: 'Παπαγεωργίου', phone: '2101234567' },
  ]
  render(
    <MantineProvider env="test">
      <SearchPick
        label="Customer"
        search={async () => people}
        onPick={() => undefined}
        row={({ name }) => name}
        apart={tellApart}
      />
    </MantineProvider>,
  )
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Customer' })
  const said = () => document.querySelector('.said-aloud')?.textContent
  for (const [keys, told] of [
    [['Enter'], 'pick.taken Παπαγεωργίου · Ανθοπωλείο · 790000123'],
    [['ArrowDown', 'Enter'], 'pick.taken Παπαγεωργίου · 2101234567'],
  ] as const) {
    type(input, 'παπαγ')
    expect(await screen.findAllByRole('option')).toHaveLength(2)
    for (const key of keys) fireEvent.keyDown(input, { key })
    await waitFor(() => expect(said()).toBe(told))
  }
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

describe('what a screen reader hears', () => {
  const said = () => [...document.querySelectorAll('[role="status"], .said-aloud')].map((region) => region.textContent)
  const markedText = (input: HTMLElement) =>
    document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent

  it('the marked row, how many were found, and the row that was taken', async () => {
    const input = draw()
    type(input, 'candle')
    await screen.findByText('candle white')
    expect(markedText(input)).toBe('candle red')
    await waitFor(() => expect(said()).toEqual(['pick.found 2']))
    fireEvent.keyDown(input, { key: 'ArrowDown' })
    expect(markedText(input)).toBe('candle white')
    fireEvent.keyDown(input, { key: 'Enter' })
    await waitFor(() => expect(said()).toEqual(['pick.taken candle white']))
    expect(input.hasAttribute('aria-activedescendant')).toBe(false)
  })

  it('that nothing was found', async () => {
    const input = draw()
    type(input, 'lamp')
    fireEvent.keyDown(input, { key: 'Enter' })
    await waitFor(() => expect(said()).toEqual(['table.nothing-found']))
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

/** Lines with a picker below. A picked row becomes a line with the cursor in its quantity, and Enter there goes back. */
function Lines({ saved }: { saved: string[] }) {
  const [lines, setLines] = useState<Row[]>([])
  const block = useRef<HTMLDivElement>(null)
  const entry = useRef<HTMLInputElement>(null)
  useEffect(() => block.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus(), [lines])
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !event.ctrlKey) return
      saved.push([...document.querySelectorAll<HTMLInputElement>('li input')].map(({ value }) => value).join(' '))
    }
    window.addEventListener('keydown', save)
    return () => window.removeEventListener('keydown', save)
  }, [saved])
  return (
    <div ref={block}>
      <ul>
        {lines.map(({ name }, at) => (
          <li key={at}>
            {['quantity', 'price'].map((figure) => (
              <input
                key={figure}
                aria-label={`${figure} ${name}`}
                defaultValue="1"
                onFocus={(event) => event.currentTarget.select()}
                onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && entry.current?.focus()}
              />
            ))}
          </li>
        ))}
      </ul>
      <SearchPick
        label="Product"
        inputRef={entry}
        startsHere
        search={search}
        onPick={(row) => {
          picked.push(row)
          setLines((before) => [...before, row])
        }}
        row={(row) => row.name}
      />
    </div>
  )
}

describe('what is typed after Enter, while its answer is on its way', () => {
  let saved: string[] = []
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })
  /** Types letter by letter, and presses the keys that are given as such, where the cursor is. */
  const press = (...keys: (string | { key: string; ctrlKey?: boolean })[]) => {
    for (const key of keys) {
      const input = document.activeElement as HTMLInputElement
      if (typeof key !== 'string') fireEvent.keyDown(input, key)
      else for (const letter of key) fireEvent.change(input, { target: { value: input.value + letter } })
    }
  }
  const ENTER = { key: 'Enter' }
  const answerNow = (text: string) => act(async () => held.get(text)?.())

  beforeEach(() => {
    saved = []
    render(
      <MantineProvider env="test">
        <Lines saved={saved} />
      </MantineProvider>,
    )
  })

  it('goes to the field that Enter leads to, in its order', async () => {
    press('slow!', ENTER, '150*0,06')
    expect(field('Product').value).toBe('slow!')
    await answerNow('slow!')
    expect(field('quantity slow!').value).toBe('150*0,06')
    expect(document.activeElement).toBe(field('quantity slow!'))
    expect(field('Product').value).toBe('')
  })

  it('may itself go on to the next product, whose answer it waits for in the same way', async () => {
    press('slow!', ENTER, '3', ENTER, 'late!', ENTER, '4')
    await answerNow('slow!')
    expect(field('quantity slow!').value).toBe('3')
    expect(field('Product').value).toBe('late!')
    await answerNow('late!')
    expect(field('quantity late!').value).toBe('4')
    expect(picked.map(({ name }) => name)).toEqual(['slow!', 'late!'])
  })

  it('may go on with Tab, be taken back, and save', async () => {
    press('slow!', ENTER, '38', { key: 'Backspace' }, { key: 'Tab' }, '7', { key: 'Enter', ctrlKey: true })
    expect(saved).toEqual([])
    await answerNow('slow!')
    expect(saved).toEqual(['3 7'])
  })

  it('is dropped if nothing is found, and the text that was searched stays', async () => {
    press('lamp', ENTER, '150', ENTER)
    await waitFor(() => expect(screen.getByText('table.nothing-found')).toBeTruthy())
    expect(field('Product').value).toBe('lamp')
    expect(picked).toEqual([])
  })

  it('is given up together with the search by Escape', async () => {
    press('slow!', ENTER, '15', { key: 'Escape' })
    await answerNow('slow!')
    expect(picked).toEqual([])
    expect(field('Product').value).toBe('slow!')
  })
})

describe('an offer with a key of its own', () => {
  it('is not taken by Enter, which says that nothing was found, but by Shift+Enter', async () => {
    const taken: string[] = []
    const input = draw((text) => ({ row: `new ${text}`, ownKey: true, take: () => taken.push(text) }))
    type(input, 'lamp')
    fireEvent.keyDown(input, { key: 'Enter' })
    expect(await screen.findByText('table.nothing-found')).toBeTruthy()
    fireEvent.keyDown(input, { key: 'Enter' })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(taken).toEqual([])
    expect(screen.getByRole('option', { name: 'new lamp' })).toBeTruthy()
    fireEvent.keyDown(input, { key: 'Enter', shiftKey: true })
    expect(taken).toEqual(['lamp'])
  })

  it('is taken while a search runs, which then counts as ended', async () => {
    const taken: string[] = []
    const input = draw((text) => ({ row: `new ${text}`, ownKey: true, take: () => taken.push(text) }))
    const loader = () => document.querySelector('.mantine-Loader-root')
    type(input, 'slow!')
    await waitFor(() => expect(loader()).not.toBeNull())
    fireEvent.keyDown(input, { key: 'Enter', shiftKey: true })
    expect(taken).toEqual(['slow!'])
    expect(loader()).toBeNull()
  })
})
