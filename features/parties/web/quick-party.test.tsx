/** Tests that a field which finds no customer creates one, without saving the form around it. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import type { PartyPages } from './party-pages.ts'
import type { CreatedParty } from './PartyByVat.tsx'
import { PartyPick } from './QuickParty.tsx'

const outer = vi.fn<() => void>()
const created = vi.fn<(party: CreatedParty) => void>()

const testPages = async () => (await import('#features/customers/web/customer-pages.ts')).customerPages

/** A form with a field for the customer, and one after it, to which the focus goes if `moves`. */
function Page({ pages, moves }: { pages: PartyPages; moves: boolean }) {
  const next = useRef<HTMLInputElement>(null)
  return (
    <form id="content" onSubmit={outer}>
      <div>
        <PartyPick
          pages={pages}
          label="Customer"
          search={async () => []}
          onPick={(party) => {
            created(party)
            if (moves) next.current?.focus()
          }}
          row={() => null}
        />
      </div>
      <input ref={next} aria-label="Note" />
    </form>
  )
}

/** Opens the short form from the field, and returns its dialog. */
async function openForm(pages: PartyPages, name = 'Taverna Nea', moves = true) {
  await drawPart(<Page pages={pages} moves={moves} />)
  const field = screen.getByRole('combobox', { name: 'Customer' })
  act(() => field.focus())
  fireEvent.change(field, { target: { value: name } })
  // a second Enter after a mistyped name creates nothing
  fireEvent.keyDown(field, { key: 'Enter' })
  await screen.findByRole('option', { name: `Create: ${name.trim()}` })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })
  return screen.findByRole('dialog', { name: 'New customer' })
}

/** Returns the name of what has the focus. Printing the element itself on failure takes minutes. */
const focused = () => {
  const now = document.activeElement as HTMLInputElement | null
  return now?.labels?.[0]?.textContent ?? now?.getAttribute('aria-label')
}

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
afterEach(() => {
  cleanup()
  created.mockClear()
  signIn(null)
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a name that nobody has opens a form of three fields, which stores the party and nothing else', async () => {
  const pages = await testPages()
  const sent: object[] = []
  signIn({ uid: 1, role: 'admin' })
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (!address.includes('customers.create-customer')) return Response.json({ rows: [] })
    sent.push(JSON.parse(init?.body as string) as object)
    return Response.json({ id: 12, version: 1, vatWarning: false, sameVat: [] })
  })
  const dialog = await openForm(pages)
  expect(dialog.querySelectorAll('input')).toHaveLength(3)
  fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '2101234567' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create customer' }))
  await waitFor(() => expect(created).toHaveBeenCalledOnce())
  expect(sent).toEqual([{ name: 'Taverna Nea', vat: '', phone: '2101234567' }])
  expect(created).toHaveBeenCalledWith({ id: 12, name: 'Taverna Nea', label: '', vat: '', phone: '2101234567' })
  expect(outer).not.toHaveBeenCalled()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // a closed dialog gives the focus back after its event
  await act(() => new Promise((done) => setTimeout(done, 50)))
  expect(focused()).toBe('Note')
})

test('after a party is created the focus is in the field again, which is empty, unless the form moves it on', async () => {
  signIn({ uid: 1, role: 'admin' })
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(
      address.includes('create-customer') ? { id: 12, version: 1, vatWarning: false, sameVat: [] } : { rows: [] },
    ),
  )
  await openForm(await testPages(), 'Taverna Nea', false)
  fireEvent.click(screen.getByRole('button', { name: 'Create customer' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(focused()).toBe('Customer'))
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Customer' }).value).toBe('')
})

test('a name that exists is said and offered at once; a first press creates nothing, and a second one does', async () => {
  const sent: object[] = []
  const asked: string[] = []
  const found = { id: 7, name: 'ΤΑΒΈΡΝΑ Νεα', label: 'Harbour', phone: '2610007261', vat: '' }
  signIn({ uid: 1, role: 'admin' })
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address.includes('customers.create-customer')) {
      sent.push(JSON.parse(init?.body as string) as object)
      return Response.json({ id: 12, version: 1, vatWarning: false, sameVat: [] })
    }
    asked.push(new URL(address, 'http://page').searchParams.get('input') ?? '')
    return Response.json({ rows: [found] })
  })
  const dialog = await openForm(await testPages(), 'Ταβέρνα Νέα ')
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(/^“ΤΑΒΈΡΝΑ Νεα” exists already\./)
  expect(asked.at(-1)).toBe(JSON.stringify({ search: 'Ταβέρνα Νέα', exact: true }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create customer' }))
  const again = await within(dialog).findByRole('button', { name: 'Create anyway' })
  expect(sent).toEqual([])
  expect(document.activeElement?.textContent).toBe('Choose: ΤΑΒΈΡΝΑ Νεα · Harbour · 2610007261')
  fireEvent.click(again)
  await waitFor(() => expect(created).toHaveBeenCalledOnce())
  expect(sent).toHaveLength(1)
})

test('the party that has the name is taken in place of a new one', async () => {
  const found = { id: 7, name: 'Taverna Nea', label: 'Harbour', phone: '2610007261', vat: '' }
  const asked: string[] = []
  signIn({ uid: 1, role: 'admin' })
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return Response.json({ rows: [found, { ...found, id: 8, name: 'Taverna Neapoli' }] })
  })
  const dialog = await openForm(await testPages())
  const offers = await within(dialog).findAllByRole('button', { name: /^Choose/ })
  expect(offers).toHaveLength(1)
  fireEvent.click(offers[0] as HTMLElement)
  await waitFor(() => expect(created).toHaveBeenCalledOnce())
  expect(created).toHaveBeenCalledWith(found)
  expect(asked.filter((address) => address.includes('create-customer'))).toEqual([])
  await waitFor(() => expect(screen.queryByRole('dialog') === null).toBe(true))
  expect(focused()).toBe('Note')
})

test('a name that exists and is typed in the form stops the first press', async () => {
  const sent: string[] = []
  signIn({ uid: 1, role: 'admin' })
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('create-customer')) sent.push(address)
    const isOther = address.includes('Other')
    return Response.json({ rows: isOther ? [{ id: 7, name: 'Other', label: '', phone: '', vat: '' }] : [] })
  })
  const dialog = await openForm(await testPages())
  fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: 'other ' } })
  expect(within(dialog).queryByRole('alert') === null).toBe(true)
  fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: 'Other ' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create customer' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('“Other” exists already.')
  expect(sent).toEqual([])
  fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: 'Another' } })
  expect(within(dialog).queryByRole('alert') === null).toBe(true)
  expect(within(dialog).getByRole('button', { name: 'Create customer' })).toBeDefined()
})

test('Escape and the button to cancel return the focus to the field that has opened the form', async () => {
  signIn({ uid: 1, role: 'admin' })
  vi.stubGlobal('fetch', async () => Response.json({ rows: [] }))
  const dialog = await openForm(await testPages())
  fireEvent.keyDown(within(dialog).getByLabelText(/^Name/), { key: 'Escape' })
  await waitFor(() => expect(focused()).toBe('Customer'))
  cleanup()
  const again = await openForm(await testPages())
  fireEvent.click(within(again).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(focused()).toBe('Customer'))
})
