import { Menu } from '@mantine/core'
import { ArrowDown, ArrowUp, Check, Coins, GlassWater, History, StickyNote, Trash2 } from '#web/ui/icon/icons.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showPrice } from '#web/format.ts'
import { type Discounts, type PriceChoice, priceChoices } from '../../domain/draft-prices.ts'
import { choiceText, type RowActions } from './DraftRow.tsx'
import type { DraftLine } from '../../domain/order-draft.ts'
import form from '../order-form.module.css'
import { RowMenu } from '#web/ui/table/RowMenu.tsx'

/** The button of the pressed row. */
export type Pressed = { readonly what: 'menu' | 'prices'; readonly key: number; readonly button: HTMLElement }

type Props = {
  pressed: Pressed | null
  line: DraftLine | undefined
  /** The element that contains the rows. The menu opens at the button of the row. */
  within: HTMLElement | null
  discounts: Discounts
  /** The salesperson whose discounts are offered. */
  salesperson: string
  close: () => void
  take: (choice: PriceChoice) => void
  history: () => void
  cost: (() => void) | null
  actions: Pick<RowActions, 'lend' | 'step' | 'remove' | 'openNote'>
}

/** Shows the menu of a row: the actions for the line, or its possible prices. */
export function LineMenu(props: Props) {
  const { pressed, line, within, close } = props
  const { t } = useTranslation('order-entry')
  const opened = pressed !== null && line !== undefined
  return (
    <RowMenu
      button={opened ? pressed.button : null}
      within={within}
      label={line ? t('orders:line.more', { name: line.product.name }) : ''}
      close={close}
    >
      {opened ? (
        pressed.what === 'menu' ? (
          <LineActions {...props} line={line} />
        ) : (
          <Prices {...props} line={line} />
        )
      ) : null}
    </RowMenu>
  )
}

function LineActions({ line, history, cost, actions, close }: Props & { line: DraftLine }): ReactNode {
  const { t } = useTranslation('order-entry')
  return (
    <>
      <Menu.Item leftSection={<History size={16} aria-hidden />} onClick={history}>
        {t('orders:line.history')}
      </Menu.Item>
      {cost ? (
        <Menu.Item leftSection={<Coins size={16} aria-hidden />} onClick={cost}>
          {t('orders:line.cost')}
        </Menu.Item>
      ) : null}
      {line.product.lendables.length > 0 ? (
        <Menu.Item
          leftSection={<GlassWater size={16} aria-hidden />}
          rightSection={<kbd className={form.keys}>Alt+L</kbd>}
          onClick={() => actions.lend(line.key)}
        >
          {t('line.lend')}
        </Menu.Item>
      ) : null}
      <Menu.Item
        leftSection={<StickyNote size={16} aria-hidden />}
        rightSection={<kbd className={form.keys}>Alt+N</kbd>}
        // the cursor moves on to the field of the note
        closeMenuOnClick={false}
        onClick={() => {
          close()
          actions.openNote(line.key)
        }}
      >
        {t('line.note')}
      </Menu.Item>
      <Menu.Item
        leftSection={<ArrowUp size={16} aria-hidden />}
        rightSection={<kbd className={form.keys}>Alt+↑</kbd>}
        onClick={() => actions.step(line.key, -1)}
      >
        {t('line.up')}
      </Menu.Item>
      <Menu.Item
        leftSection={<ArrowDown size={16} aria-hidden />}
        rightSection={<kbd className={form.keys}>Alt+↓</kbd>}
        onClick={() => actions.step(line.key, 1)}
      >
        {t('line.down')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        c="var(--mantine-color-error)"
        leftSection={<Trash2 size={16} aria-hidden />}
        rightSection={<kbd className={form.keys}>Ctrl+Del</kbd>}
        // the button is removed with its line, so it cannot take the cursor back
        closeMenuOnClick={false}
        onClick={() => {
          close()
          actions.remove(line.key)
        }}
      >
        {t('line.remove')}
      </Menu.Item>
    </>
  )
}

function Prices({ line, discounts, salesperson, take, history }: Props & { line: DraftLine }): ReactNode {
  const { t } = useTranslation('order-entry')
  return (
    <>
      {priceChoices(line.product, discounts).map((choice) => (
        <Menu.RadioItem
          key={choice.source.kind}
          value={choice.source.kind}
          checked={choice.source.kind === line.source.kind}
          checkIcon={<Check size={16} aria-hidden />}
          closeMenuOnClick
          rightSection={<span className="figures">{showPrice(choice.price)}</span>}
          onClick={() => take(choice)}
        >
          {choiceText(t, choice.source, salesperson)}
        </Menu.RadioItem>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<History size={16} aria-hidden />} onClick={history}>
        {t('orders:line.history')}
      </Menu.Item>
    </>
  )
}
