import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { DELIVERY_REASONS, type DeliveryReason } from '../domain/delivery.ts'
import styles from './reason.module.css'

type ReasonDialogProps = {
  title: string
  /** The label of the submit button. */
  action: string
  onClose: () => void
  confirm: (reasonCode: DeliveryReason, note: string) => void
  /** The order and customer, shown above the reasons. */
  about?: string
  /** Further input, shown below the note. */
  children?: ReactNode
}

/**
 * Asks why an order is not delivered: a usual reason, in buttons large enough for a thumb, and an optional text. A
 * press beside the dialog does not close it.
 */
export function ReasonDialog({ title, action, onClose, confirm, about, children }: ReasonDialogProps) {
  const { t } = useTranslation('shipping')
  const [code, setCode] = useState<DeliveryReason | null>(null)
  const [note, setNote] = useState('')
  const closed =
    code === null
      ? t('reason-dialog.choose')
      : code === 'other' && note.trim() === ''
        ? t('refusal.note-required')
        : null
  return (
    <Dialog opened onClose={onClose} title={title} closeOnClickOutside={false}>
      <Stack gap="md" data-touch>
        {about ? <Text>{about}</Text> : null}
        <Radio.Group
          aria-label={t('reason-dialog.label')}
          value={code}
          onChange={(next) => setCode(DELIVERY_REASONS.find((known) => known === next) ?? null)}
        >
          <div className={styles.reasons}>
            {DELIVERY_REASONS.map((one, place) => (
              <Radio.Card
                key={one}
                value={one}
                className={styles.reason}
                aria-label={t(`reason.${one}`)}
                data-autofocus={place === 0 || undefined}
              >
                <Radio.Indicator />
                <span>{t(`reason.${one}`)}</span>
              </Radio.Card>
            ))}
          </div>
        </Radio.Group>
        <Textarea
          size="md"
          label={t('word.note')}
          required={code === 'other'}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {children}
        <Group grow preventGrowOverflow={false} gap="xs" className={styles.foot}>
          <Button size="md" variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <ActionButton
            size="md"
            closed={closed}
            onClick={() => {
              if (code !== null) confirm(code, note.trim())
            }}
          >
            {action}
          </ActionButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
