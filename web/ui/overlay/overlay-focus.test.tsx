import { MantineProvider, Menu } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useEffect, useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { confirm, openMessage } from '#web/ui/confirm.tsx'
import { Dialog, Drawer } from '#web/ui/Overlays.tsx'

beforeAll(startLanguages)

const press = (name: string) => {
  const button = screen.getByRole('button', { name })
  act(() => button.focus())
  fireEvent.click(button)
}
const escape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
const focused = () => document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label')
const expectFocus = (name: string) => waitFor(() => expect(focused()).toBe(name))

/** A page with a button that opens an overlay. With `whole`, the overlay is created at the press and removed after it. */
function Page({ of: Overlay, whole, children }: { of: typeof Dialog; whole: boolean; children: ReactNode }) {
  const [opened, setOpened] = useState(false)
  return (
    <MantineProvider env="test">
      <ModalsProvider>
        <main id="content" tabIndex={-1}>
          <button type="button" onClick={() => setOpened(true)}>
            Open
          </button>
        </main>
        {whole && !opened ? null : (
          <Overlay opened={opened} onClose={() => setOpened(false)} title="Title">
            {children}
            <button type="button" onClick={() => setOpened(false)}>
              Done
            </button>
          </Overlay>
        )}
      </ModalsProvider>
    </MantineProvider>
  )
}

const KINDS = [
  ['dialog', Dialog, false],
  ['dialog that is created at the press', Dialog, true],
  ['drawer', Drawer, false],
  ['drawer that is created at the press', Drawer, true],
] as const

test.each(KINDS)(
  'a %s gives the focus to its first field, and after Escape back to its button',
  async (_, of, whole) => {
    render(
      <Page of={of} whole={whole}>
        <a href="/orders">Orders</a>
        <input aria-label="Amount" />
      </Page>,
    )
    press('Open')
    await expectFocus('Amount')
    escape()
    await expectFocus('Open')
  },
)

test.each(KINDS)('after saving in a %s the focus returns to its button', async (_, of, whole) => {
  render(
    <Page of={of} whole={whole}>
      <button type="submit">Save</button>
    </Page>,
  )
  press('Open')
  await expectFocus('Save')
  press('Done')
  await expectFocus('Open')
})

test.each(KINDS)('a %s to read only has the focus itself, not its closing button', async (_, of, whole) => {
  render(
    <Page of={of} whole={whole}>
      <p>Text.</p>
    </Page>,
  )
  press('Open')
  await expectFocus('Text.Done')
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
})

test('a field that appears later receives the focus, unless the person has acted', async () => {
  let answer = Promise.withResolvers<void>()
  function Later() {
    const [loaded, setLoaded] = useState(false)
    useEffect(() => void answer.promise.then(() => setLoaded(true)), [])
    return loaded ? <input aria-label="Amount" /> : <p>Loading</p>
  }
  render(
    <Page of={Dialog} whole>
      <Later />
    </Page>,
  )
  press('Open')
  await expectFocus('LoadingDone')
  await act(async () => answer.resolve())
  await expectFocus('Amount')
  escape()
  await expectFocus('Open')
  answer = Promise.withResolvers<void>()
  press('Open')
  await expectFocus('LoadingDone')
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' })
  await act(async () => answer.resolve())
  await act(() => new Promise((resolve) => setTimeout(resolve, 30)))
  expect(focused()).toBe('Done')
})

test('a held Enter that opened a dialog presses no button in it', async () => {
  render(
    <Page of={Dialog} whole>
      <button type="submit">Save</button>
    </Page>,
  )
  press('Open')
  await expectFocus('Save')
  expect(fireEvent.keyDown(screen.getByText('Save'), { key: 'Enter', repeat: true })).toBe(false)
  expect(fireEvent.keyDown(screen.getByText('Save'), { key: 'Enter' })).toBe(true)
})

test('a question gives the focus to its answer, or to the harmless one, and returns it to the field below', async () => {
  render(
    <Page of={Dialog} whole>
      <input aria-label="Amount" />
    </Page>,
  )
  press('Open')
  await expectFocus('Amount')
  for (const [danger, start] of [
    [false, 'Discard'],
    [true, 'Back'],
  ] as const) {
    const answer = confirm({ title: 'Discard it?', confirmLabel: 'Discard', danger })
    await expectFocus(start)
    escape()
    expect(await answer).toBe(false)
    await expectFocus('Amount')
  }
})

test('a question that closes the dialog below returns the focus to the button of the dialog', async () => {
  render(
    <Page of={Dialog} whole>
      <input aria-label="Amount" />
    </Page>,
  )
  press('Open')
  await expectFocus('Amount')
  const answer = confirm({ title: 'Discard it?', confirmLabel: 'Discard' })
  await expectFocus('Discard')
  fireEvent.click(screen.getByText('Discard'))
  expect(await answer).toBe(true)
  fireEvent.click(screen.getByText('Done'))
  await expectFocus('Open')
})

test('a dialog that replaces another one keeps the focus, and the first opener receives it at the end', async () => {
  function Two() {
    const [shown, show] = useState<'none' | 'first' | 'second'>('none')
    return (
      <MantineProvider env="test">
        <button type="button" onClick={() => show('first')}>
          Open
        </button>
        <Dialog opened={shown === 'first'} onClose={() => show('none')} title="First">
          <button type="submit" onClick={() => show('second')}>
            More
          </button>
        </Dialog>
        <Dialog opened={shown === 'second'} onClose={() => show('first')} title="Second">
          <input aria-label="Amount" />
        </Dialog>
      </MantineProvider>
    )
  }
  render(<Two />)
  press('Open')
  await expectFocus('More')
  press('More')
  await expectFocus('Amount')
  escape()
  await expectFocus('More')
  escape()
  await expectFocus('Open')
})

test('the row after a removed row receives the focus, also if the row is removed later', async () => {
  const removal = document.createElement('i')
  const remove = (name: string) => fireEvent(removal, new CustomEvent('remove', { detail: name }))
  function Rows() {
    const [rows, setRows] = useState(['First', 'Second', 'Third'])
    const [opened, setOpened] = useState<string | null>(null)
    useEffect(() => {
      const hear = (event: Event) =>
        setRows((before) => before.filter((row) => row !== (event as CustomEvent<string>).detail))
      removal.addEventListener('remove', hear)
      return () => removal.removeEventListener('remove', hear)
    }, [])
    return (
      <MantineProvider env="test">
        <main id="content" tabIndex={-1}>
          <ul>
            {rows.map((row) => (
              <li key={row}>
                <button type="button" onClick={() => setOpened(row)}>
                  {row}
                </button>
              </li>
            ))}
          </ul>
        </main>
        <Dialog opened={opened !== null} onClose={() => setOpened(null)} title="Row">
          <button type="submit">Save</button>
        </Dialog>
      </MantineProvider>
    )
  }
  render(<Rows />)
  press('First')
  await expectFocus('Save')
  remove('First')
  escape()
  await expectFocus('Second')
  press('Second')
  await expectFocus('Save')
  escape()
  await expectFocus('Second')
  remove('Second')
  await expectFocus('Third')
})

test('a dialog that was opened from a menu returns the focus to the button of the menu', async () => {
  function WithMenu() {
    const [opened, setOpened] = useState(false)
    return (
      <MantineProvider env="test">
        <Menu>
          <Menu.Target>
            <button type="button">Papers</button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setOpened(true)}>Mail</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Dialog opened={opened} onClose={() => setOpened(false)} title="Mail">
          <input aria-label="To" />
        </Dialog>
      </MantineProvider>
    )
  }
  render(<WithMenu />)
  press('Papers')
  const item = await screen.findByRole('menuitem', { name: 'Mail' })
  act(() => item.focus())
  fireEvent.click(item)
  await expectFocus('To')
  escape()
  await expectFocus('Papers')
})

test('a message has the focus itself and returns it', async () => {
  render(
    <Page of={Dialog} whole>
      <input aria-label="Amount" />
    </Page>,
  )
  act(() => screen.getByText('Open').focus())
  act(() => openMessage({ title: 'One was refused', children: <p>Why.</p> }))
  await screen.findByText('Why.')
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
  expect(document.activeElement?.getAttribute('aria-label')).not.toBe('Close')
  escape()
  await expectFocus('Open')
})
