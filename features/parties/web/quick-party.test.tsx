/** Tests that a field which finds no customer creates one, without saving the form around it. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { useCreateOffer } from '#web/ui/form/QuickForm.tsx'
import { SearchPick } from '#web/ui/form/SearchPick.tsx'
import type { PartyPages } from './party-pages.ts'
import type { CreatedParty } from './PartyByVat.tsx'
import { QuickParty } from './QuickParty.tsx'

const outer = vi.fn<() => void>()
const created = vi.fn<(party: CreatedParty) => void>()

const testPages = async () => (await import('#features/customers/web/customer-pages.ts')).customerPages

/** A form with a field for the customer, and one after it. */
function Page({ pages }: { pages: PartyPages }) {
  const [name, setName] = useState<string | null>(null)
  const offer = useCreateOffer(setName)
  const next = useRef<HTMLInputElement>(null)
  return (
    <form onSubmit={outer}>
      <SearchPick
        label="Customer"
        search={async () => []}
        onPick={() => undefined}
        row={() => null}
        whenNothing={offer}
      />
      <QuickParty
        pages={pages}
        name={name}
        onClose={() => setName(null)}
        created={(party) => {
          created(party)
          setName(null)
          next.current?.focus()
        }}
      />
      <input ref={next} aria-label="Note" />
    </form>
  )
}

/** Opens the short form from the field, and returns its dialog. */
async function openForm(pages: PartyPages) {
  await drawPart(<Page pages={pages} />)
  const field = screen.getByRole('combobox', { name: 'Customer' })
  act(() => field.focus())
  fireEvent.change(field, { target: { value: 'Taverna Nea' } })
  // a second Enter after a mistyped name creates nothing
  fireEvent.keyDown(field, { key: 'Enter' })
  await screen.findByRole('option', { name: 'Create: Taverna Nea' })
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
  expect(focused()).toBe('Note')
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
