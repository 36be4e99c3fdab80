import { Button, Group, Input } from '@mantine/core'
import type { LucideIcon } from '#web/ui/icon/icon.ts'
import { Banknote, CreditCard, Landmark, ScrollText } from '#web/ui/icon/icons.ts'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentType } from '../../domain/payment.ts'

const TYPES: readonly (readonly [PaymentType, LucideIcon])[] = [
  ['CASH', Banknote],
  ['BANK', Landmark],
  ['CARD', CreditCard],
  ['CHECK', ScrollText],
]

/** Offers the four types of payment, in the order of the specification. The first one has the focus when the party is chosen. */
export function TypeChoice({ type, choose }: { type: PaymentType | null; choose: (type: PaymentType) => void }) {
  const { t } = useTranslation('payments')
  const id = useId()
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <div role="group" aria-labelledby={id}>
      <Input.Label id={id} component="div">
        {t('create.type')}
      </Input.Label>
      <Group gap="xs">
        {TYPES.map(([name, Icon], place) => (
          <Button
            key={name}
            ref={place === 0 ? first : undefined}
            variant={name === type ? 'light' : 'default'}
            aria-pressed={name === type}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => choose(name)}
          >
            {t(`type.${name}`)}
          </Button>
        ))}
      </Group>
    </div>
  )
}
