import { Button, Chip, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShipmentCard } from '#features/shipping/domain/contract.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import styles from './driver.module.css'

const COMMON_REASONS = ['nobody', 'refused', 'wrong', 'damaged', 'no-money'] as const

export type ReturnDialogProps = { card: ShipmentCard; onClose: () => void; confirm: (reason: string) => void }

/** Why an order comes back: one press for the usual reasons, or the driver's own words. */
export function ReturnDialog({ card, onClose, confirm }: ReturnDialogProps) {
  const { t } = useTranslation('operations')
  const [reason, setReason] = useState('')
  return (
    <Dialog opened onClose={onClose} title={t('return.title', { id: card.id })}>
      <Stack gap="md" data-touch>
        <Text>{card.name}</Text>
        <Chip.Group
          value={COMMON_REASONS.find((one) => t(`return.reason.${one}`) === reason) ?? null}
          onChange={(one) => {
            const common = COMMON_REASONS.find((known) => known === one)
            if (common) setReason(t(`return.reason.${common}`))
          }}
        >
          <Group gap="xs">
            {COMMON_REASONS.map((one) => (
              <Chip key={one} value={one} size="md" variant="outline" classNames={{ label: styles.reason }}>
                {t(`return.reason.${one}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Textarea
          size="md"
          label={t('return.reason-label')}
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group grow preventGrowOverflow={false} gap="xs">
          <Button size="md" variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <ActionButton
            size="md"
            danger
            closed={reason.trim() === '' ? t('return.reason-needed') : null}
            onClick={() => confirm(reason.trim())}
          >
            {t('card.return')}
          </ActionButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
