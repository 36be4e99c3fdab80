import { Menu } from '@mantine/core'
import { Check, Coins, History, Trash2 } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showPrice } from '#web/format.ts'
import { type Discounts, type PriceChoice, priceChoices } from './draft-prices.ts'
import { choiceText } from './DraftRow.tsx'
import type { DraftLine } from './order-draft.ts'
import form from './order-form.module.css'

/** A menu belongs to the page's main part; outside of it screen readers would find it in no landmark. */
export const INSIDE_MAIN = { target: '#content' }

/** The button of a row that was pressed. */
export type Pressed = { readonly what: 'menu' | 'prices'; readonly key: number; readonly button: HTMLElement }

type Props = {
  pressed: Pressed | null
  line: DraftLine | undefined
  /** The block the rows stand in; the menu opens at the row's button inside it. */
  within: HTMLElement | null
  discounts: Discounts
  /** Whose discounts the salesperson's are. */
  salesperson: string
  close: () => void
  take: (choice: PriceChoice) => void
  history: () => void
  cost: (() => void) | null
  remove: () => void
}

/** The menu of a row: one for the whole table, because a table may have hundreds of rows. */
export function LineMenu(props: Props) {
  const { t } = useTranslation('orders')
  const { pressed, line, within, close } = props
  const [place, setPlace] = useState({ top: 0, left: 0, width: 0, height: 0 })
  useLayoutEffect(() => {
    if (pressed === null || within === null) return
    const button = pressed.button.getBoundingClientRect()
    const block = within.getBoundingClientRect()
    setPlace({
      top: button.top - block.top,
      left: button.left - block.left,
      width: button.width,
      height: button.height,
    })
  }, [pressed, within])

  const opened = pressed !== null && line !== undefined
  return (
    <Menu
      opened={opened}
      onChange={(open) => {
        if (open || pressed === null) return
        pressed.button.focus()
        close()
      }}
      position="bottom-end"
      width="max-content"
      portalProps={INSIDE_MAIN}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          className={form.anchor}
          style={place}
          aria-label={line ? t('line.more', { name: line.product.name }) : ''}
        />
      </Menu.Target>
      <Menu.Dropdown className={form.menu}>
        {opened ? pressed.what === 'menu' ? <Deeds {...props} /> : <Prices {...props} line={line} /> : null}
      </Menu.Dropdown>
    </Menu>
  )
}

function Deeds({ history, cost, remove }: Props): ReactNode {
  const { t } = useTranslation('orders')
  return (
    <>
      <Menu.Item leftSection={<History size={15} aria-hidden />} onClick={history}>
        {t('line.history')}
      </Menu.Item>
      {cost ? (
        <Menu.Item leftSection={<Coins size={15} aria-hidden />} onClick={cost}>
          {t('line.cost')}
        </Menu.Item>
      ) : null}
      <Menu.Divider />
      <Menu.Item
        color="red"
        leftSection={<Trash2 size={15} aria-hidden />}
        rightSection={<kbd className={form.keys}>Ctrl+Del</kbd>}
        onClick={remove}
      >
        {t('line.remove')}
      </Menu.Item>
    </>
  )
}

function Prices({ line, discounts, salesperson, take, history }: Props & { line: DraftLine }): ReactNode {
  const { t } = useTranslation('orders')
  return (
    <>
      {priceChoices(line.product, discounts).map((choice) => (
        <Menu.Item
          key={choice.source.kind}
          leftSection={
            choice.source.kind === line.source.kind ? <Check size={15} aria-hidden /> : <span className={form.blank} />
          }
          rightSection={<span className="figures">{showPrice(choice.price)}</span>}
          onClick={() => take(choice)}
        >
          {choiceText(t, choice.source, salesperson)}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<History size={15} aria-hidden />} onClick={history}>
        {t('line.history')}
      </Menu.Item>
    </>
  )
}
