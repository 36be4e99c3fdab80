import { MantineProvider, Menu } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
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
const nowFocused = (name: string) => waitFor(() => expect(focused()).toBe(name))

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
    await nowFocused('Amount')
    escape()
    await nowFocused('Open')
  },
)

test.each(KINDS)('after saving in a %s the focus returns to its button', async (_, of, whole) => {
  render(
    <Page of={of} whole={whole}>
      <button type="submit">Save</button>
    </Page>,
  )
  press('Open')
  await nowFocused('Save')
  press('Done')
  await nowFocused('Open')
})

test.each(KINDS)('a %s to read only has the focus itself, not its closing button', async (_, of, whole) => {
  render(
    <Page of={of} whole={whole}>
      <p>Text.</p>
    </Page>,
  )
  press('Open')
  await nowFocused('Text.Done')
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
})

test('a field that appears later receives the focus, unless the person has acted', async () => {
  let load: () => void = () => undefined
  function Later() {
    const [loaded, setLoaded] = useState(false)
    load = () => act(() => setLoaded(true))
    return loaded ? <input aria-label="Amount" /> : <p>Loading</p>
  }
  render(
    <Page of={Dialog} whole>
      <Later />
    </Page>,
  )
  press('Open')
  await nowFocused('LoadingDone')
  load()
  await nowFocused('Amount')
  escape()
  await nowFocused('Open')
  press('Open')
  await nowFocused('LoadingDone')
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' })
  load()
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
  await nowFocused('Save')
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
  await nowFocused('Amount')
  for (const [danger, start] of [
    [false, 'Discard'],
    [true, 'Back'],
  ] as const) {
    const answer = confirm({ title: 'Discard it?', confirmLabel: 'Discard', danger })
    await nowFocused(start)
    escape()
    expect(await answer).toBe(false)
    await nowFocused('Amount')
  }
})

test('a question that closes the dialog below returns the focus to the button of the dialog', async () => {
  render(
    <Page of={Dialog} whole>
      <input aria-label="Amount" />
    </Page>,
  )
  press('Open')
  await nowFocused('Amount')
  const answer = confirm({ title: 'Discard it?', confirmLabel: 'Discard' })
  await nowFocused('Discard')
  fireEvent.click(screen.getByText('Discard'))
  expect(await answer).toBe(true)
  fireEvent.click(screen.getByText('Done'))
  await nowFocused('Open')
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
  await nowFocused('More')
  press('More')
  await nowFocused('Amount')
  escape()
  await nowFocused('More')
  escape()
  await nowFocused('Open')
})

test('the row after a removed row receives the focus, also if the row is removed later', async () => {
  let remove: (name: string) => void = () => undefined
  function Rows() {
    const [rows, setRows] = useState(['First', 'Second', 'Third'])
    const [opened, setOpened] = useState<string | null>(null)
    remove = (name) => act(() => setRows((before) => before.filter((row) => row !== name)))
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
  await nowFocused('Save')
  remove('First')
  escape()
  await nowFocused('Second')
  press('Second')
  await nowFocused('Save')
  escape()
  await nowFocused('Second')
  remove('Second')
  await nowFocused('Third')
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
  await nowFocused('To')
  escape()
  await nowFocused('Papers')
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
  await nowFocused('Open')
})
