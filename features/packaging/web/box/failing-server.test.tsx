/** Tests what the packer reads while the server fails at a press, and after the press has gone through or was refused. */
import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { type DeviceActions, useDeviceActions } from '#web/offline/device-actions.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { TabletQueue } from '../TabletQueue.tsx'
import { PackOrderDialog } from './PackOrderDialog.tsx'
import { testBox } from './test-box.ts'

/** Each test uses another person, because waiting actions belong to a person. */
let personId = 500
let queue: DeviceActions
let status = 'TO-PACKAGE'
/** How the server answers the press. */
let answer: () => Response
let presses = 0

function Part() {
  const [opened, setOpened] = useState(true)
  const actions = useDeviceActions(personId)
  useEffect(() => {
    queue = actions
  })
  return (
    <>
      <TabletQueue queue={actions} cachedAt={null} open={() => undefined} />
      {opened ? <PackOrderDialog id={1204} queue={actions} onClose={() => setOpened(false)} /> : null}
    </>
  )
}

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(async () => {
  personId += 1
  status = 'TO-PACKAGE'
  presses = 0
  answer = () => new Response('', { status: 500 })
  localStorage.setItem('packer-name', 'Kostas')
  signIn({ uid: personId, role: 'production' })
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('packaging.package-order')) {
      presses += 1
      return answer()
    }
    if (address.includes('packaging.detail'))
      return Response.json(testBox({ status, lines: [] }), { headers: { etag: `"${status}"` } })
    return new Promise(() => undefined)
  })
  await drawPart(<Part />)
  fireEvent.click(await screen.findByRole('button', { name: 'ORDER PACKAGED' }))
  await screen.findByText(/It is not known whether the order was packaged/)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
  localStorage.clear()
})

test('while the server fails, the dialog and the list say that the result is unknown and that the press is sent again', () => {
  const dialog = screen.getByRole('dialog').textContent
  expect(dialog).not.toContain('Failed to package the order')
  expect(dialog).not.toContain('Nothing you typed is lost')
  expect(dialog).not.toContain('as soon as the connection is back')
  expect(document.body.textContent).toContain('The server fails. 1 action is sent again by itself')
  expect(document.body.textContent).not.toContain('waiting for a connection')
  expect(screen.getByRole('button', { name: 'ORDER PACKAGED' }).getAttribute('aria-disabled')).toBe('true')
})

test('a press that goes through later is said to be done, and the dialog closes', async () => {
  answer = () => {
    status = 'PACKAGED'
    return Response.json({ id: 1204 })
  }
  // the dialog closes a moment later
  const said: string[] = []
  const observer = new MutationObserver(() => said.push(document.body.textContent))
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  await act(async () => queue.tryNow())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  observer.disconnect()
  const done = said.filter((text) => text.includes('Order marked as PACKAGED'))
  expect(done.length).toBeGreaterThan(0)
  expect(done.join()).not.toContain('It is not known')
  expect(presses).toBe(2)
})

test('a press that is refused later shows the reason, and can be repeated', async () => {
  answer = () => Response.json({ refusal: { kind: 'refused', code: 'packaging.contents-changed' } }, { status: 422 })
  await act(async () => queue.tryNow())
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('The goods of this order were changed'))
  expect(screen.queryByText(/It is not known/)).toBeNull()
  expect(screen.getByRole('button', { name: 'ORDER PACKAGED' }).getAttribute('aria-disabled')).toBeNull()
})
