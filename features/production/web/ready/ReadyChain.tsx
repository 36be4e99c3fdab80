import { Button, Popover } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { showQuantity, showWeekday } from '#web/format.ts'
import type { Ready } from '../../domain/ready/ready-contract.ts'
import { useReason } from './ready-text.ts'
import styles from './ready.module.css'

/** A button that opens what the earliest day follows from, one thing after the other. Nothing if everything lies on the shelf. */
export function ReadyChain({ ready: { chain, unknown, day } }: { ready: Ready }) {
  const { t } = useTranslation('production')
  const reason = useReason()
  const links = unknown.length > 0 ? unknown : chain
  if (links.length === 0) return null
  return (
    <Popover position="bottom-start" trapFocus returnFocus width={320}>
      <Popover.Target>
        <Button size="compact-sm" variant="subtle">
          {t('ready.why')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('ready.why')}>
        {/* the list takes the focus, so that Escape closes it and a long one is scrolled by keys */}
        <ol className={styles.chain} tabIndex={0} data-autofocus aria-label={t('ready.why')}>
          {links.map((link, index) => {
            const unit = t(`frame:unit.${link.unit}`, { defaultValue: link.unit })
            return (
              // the things of a chain have no other identity than their order
              <li key={`${index} ${link.kind}`} data-unknown={link.day === null || undefined}>
                <strong>{reason(link)}</strong>
                <span>{`${showQuantity(link.quantity)} ${unit} ${link.product}`}</span>
              </li>
            )
          })}
          {day === null ? null : (
            <li>
              <strong>{t('ready.ready', { day: showWeekday(day, 'short') })}</strong>
            </li>
          )}
        </ol>
      </Popover.Dropdown>
    </Popover>
  )
}
