import { Alert, Button, Group, Text } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { customerDetail } from '#features/customers/domain/contract.ts'
import { useSearchState } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { RefusalText } from '#web/ui/states.tsx'
import type { DraftCustomer, OrderDraft } from '../domain/order-draft.ts'
import form from './order-form.module.css'

const address = z.object({ customer: z.coerce.number().int().positive().optional().catch(undefined) })

type Props = {
  draft: OrderDraft
  /** Runs if the draft has no customer yet. */
  choose: (customer: DraftCustomer) => void
  /** Runs if the draft has another customer and the person chose to begin a new order for this one. */
  beginFor: (customer: DraftCustomer) => void
}

/**
 * Selects the customer of the URL (`/createorder?customer=12`). It asks first if the draft has another customer.
 * `waiting` is true until the customer is loaded.
 */
export function useCustomerOfUrl({ draft, choose, beginFor }: Props): { waiting: boolean; box: ReactNode } {
  const { t } = useTranslation('order-entry')
  const [{ customer: id }, setAddress] = useSearchState(address)
  const asked = useAsk(customerDetail, { id: id ?? 0 }, { enabled: id !== undefined })
  const record = id === undefined ? undefined : asked.data?.party
  const kept = draft.customer
  const isOther = kept !== null && kept.id !== id
  const settled = record !== undefined && !isOther
  useEffect(() => {
    if (!settled) return
    if (kept === null) choose(customerOf(record))
    setAddress({ customer: undefined })
    // Runs once, when the customer is loaded: the functions are new at every key.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [settled])

  if (id === undefined) return { waiting: false, box: null }
  if (record === undefined) {
    const box = asked.error ? <RefusalText error={asked.error} retry={() => void asked.refetch()} /> : null
    return { waiting: asked.error === null && kept === null, box }
  }
  if (kept === null) return { waiting: true, box: null }
  if (!isOther) return { waiting: false, box: null }
  const answer = (take?: () => void) => () => {
    take?.()
    setAddress({ customer: undefined })
  }
  return {
    waiting: false,
    box: (
      <Alert variant="light" color="orange" mb="md" py="xs" role="alert">
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="var(--mantine-color-text)">
            {t('form.other-draft', { kept: kept.name, name: record.name })}
          </Text>
          <Group gap="xs">
            <Button size="compact-sm" variant="default" className={form.long} onClick={answer()}>
              {t('form.keep-draft', { name: kept.name })}
            </Button>
            <Button size="compact-sm" className={form.long} onClick={answer(() => beginFor(customerOf(record)))}>
              {t('form.begin-for', { name: record.name })}
            </Button>
          </Group>
        </Group>
      </Alert>
    ),
  }
}

const customerOf = ({ id, name, label, phone, vat }: DraftCustomer): DraftCustomer => ({ id, name, label, phone, vat })
