import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IdCard } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { pdfAddress } from '#kernel/contract.ts'
import { MOST_CARDS, taskCards } from '../../domain/cards/card-contract.ts'

type CardsLinkProps = {
  /** The tasks whose cards are printed. Shows nothing without any, and prints the first ones of too many. */
  ids: readonly number[]
  /** Names whose cards they are, for people who hear the page. */
  of?: string
  /** Shows the words beside the symbol. */
  withText?: boolean
  /** The least height in pixels, if it is not that of the buttons beside it. */
  height?: number
}

/** Opens the cards of tasks as one PDF with its print dialog, in a tab of its own. */
export function CardsLink({ ids, of = '', withText = false, height }: CardsLinkProps) {
  const { t } = useTranslation('production')
  if (ids.length === 0) return null
  const printed = ids.slice(0, MOST_CARDS)
  const label = t('cards.print', { count: printed.length })
  const name = [label, of].filter(Boolean).join(': ')
  const link = {
    component: 'a',
    href: `${pdfAddress(taskCards, { ids: printed })}&print=1`,
    target: '_blank',
    rel: 'noopener',
    variant: 'default',
  } as const
  return withText ? (
    <Button
      {...link}
      mih={height}
      leftSection={<IdCard size={20} aria-hidden />}
      {...(of !== '' && { 'aria-label': name })}
    >
      {label}
    </Button>
  ) : (
    <Tooltip label={label}>
      <ActionIcon {...link} size={height ?? 36} aria-label={name}>
        <IdCard size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
