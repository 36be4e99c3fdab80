import { Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsk, useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Facts, Panel } from '#web/ui/Panel.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { MomentText } from '#web/ui/texts.tsx'
import { customersRights } from '../domain/rights.ts'
import { unionVat, verifyUnionVat } from '../domain/union-contract.ts'

type Props = {
  customerId: number
  /** True if VIES is asked as soon as the part is drawn, unless its last answer still counts. */
  asksAtOnce?: boolean
}

/**
 * Shows what VIES answered last about the VAT number of a customer, and asks it on a press. Nothing waits for the answer. Shows
 * nothing for customers whose numbers VIES does not know.
 */
export function UnionVatCheck({ customerId, asksAtOnce = false }: Props) {
  const { t } = useTranslation('customers')
  const may = useMay(customersRights.write)
  const known = useAsk(unionVat, { id: customerId })
  const { mutate, data, error, isPending } = useRun(verifyUnionVat)
  const asked = useRef(false)
  useEffect(() => {
    if (!asksAtOnce || !may || asked.current) return
    asked.current = true
    mutate({ id: customerId })
  }, [asksAtOnce, may, mutate, customerId])
  if (!known.data?.concerned) return null
  const { number, standing, last } = known.data
  return (
    <Stack gap="xs" align="flex-start" aria-live="polite" data-vies={standing}>
      <Facts
        items={[
          { label: t('vies.number'), value: number, figures: true },
          { label: t('vies.state'), value: t(`vies.standing.${standing}`) },
          { label: t('vies.asked'), value: last ? <MomentText value={last.askedAt} /> : t('vies.never') },
          ...(last?.requestId ? [{ label: t('vies.request'), value: last.requestId, figures: true, long: true }] : []),
          ...(last?.name ? [{ label: t('vies.name'), value: last.name, long: true }] : []),
        ]}
      />
      {isPending ? <Text size="sm">{t('vies.asking')}</Text> : null}
      {data?.failure ? <Text size="sm">{t('vies.no-answer', { reason: data.failure })}</Text> : null}
      <RefusalText error={error} />
      {may ? (
        <ActionButton
          size="sm"
          mih={48}
          variant="default"
          pending={isPending}
          onClick={() => mutate({ id: customerId, again: true })}
        >
          {t('vies.ask')}
        </ActionButton>
      ) : null}
    </Stack>
  )
}

/** Shows the check as a panel of the customer's page. */
export function UnionVatPanel({ customerId }: Props) {
  const { t } = useTranslation('customers')
  const known = useAsk(unionVat, { id: customerId })
  if (!known.data?.concerned) return null
  return (
    <Panel title={t('vies.title')}>
      <UnionVatCheck customerId={customerId} />
    </Panel>
  )
}
