import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { setVoucher } from '../domain/contract.ts'
import { planSheet } from '../domain/planning-contract.ts'

export type Parcel = { readonly id: number; readonly name: string; readonly voucher: string }

/** Asks for the vouchers of all parcels of a shipment that are on their way. */
export function ShipmentVouchers({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('shipping')
  const sheet = useAsk(planSheet, { id }, { afresh: true })
  const parcels = sheet.data?.stops.filter((stop) => stop.outcome === null)
  return (
    <Dialog opened onClose={onClose} title={t('voucher.title', { id })}>
      {sheet.error && !sheet.data ? (
        <ErrorState error={sheet.error} retry={() => void sheet.refetch()} />
      ) : parcels === undefined ? (
        <Loading />
      ) : parcels.length === 0 ? (
        <Text>{t('voucher.none')}</Text>
      ) : (
        <Vouchers parcels={parcels} onClose={onClose} />
      )}
    </Dialog>
  )
}

/** Asks for the voucher of one order. */
export function OrderVoucher({ parcel, onClose }: { parcel: Parcel; onClose: () => void }) {
  const { t } = useTranslation('shipping')
  return (
    <Dialog opened onClose={onClose} title={t('voucher.one', { id: parcel.id })}>
      <Vouchers parcels={[parcel]} onClose={onClose} />
    </Dialog>
  )
}

function Vouchers({ parcels, onClose }: { parcels: readonly Parcel[]; onClose: () => void }) {
  const { t } = useTranslation('shipping')
  const [typed, type] = useState<ReadonlyMap<number, string>>(new Map())
  const [error, setError] = useState<unknown>(null)
  const run = useRun(setVoucher)

  const [saving, setSaving] = useState(false)
  // a second press or Enter may come before the first one is rendered
  const busy = useRef(false)

  const save = async (): Promise<unknown> => {
    for (const { id, voucher } of parcels) {
      const next = (typed.get(id) ?? voucher).trim()
      if (next === voucher) continue
      const fault = await run.mutateAsync({ orderId: id, voucher: next }).then(
        () => null,
        (no: unknown) => no,
      )
      if (fault !== null) return fault
    }
    return null
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    setSaving(true)
    setError(null)
    const fault = await save()
    busy.current = false
    setSaving(false)
    if (fault !== null) return setError(fault)
    say.done(t('voucher.saved'))
    onClose()
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        {parcels.map((parcel, place) => (
          <TextInput
            key={parcel.id}
            label={
              parcels.length === 1
                ? t('action.voucher')
                : t('shipment.voucher-of', { id: parcel.id, name: parcel.name })
            }
            maxLength={60}
            autoComplete="off"
            data-autofocus={place === 0 || undefined}
            value={typed.get(parcel.id) ?? parcel.voucher}
            onChange={(event) => type(new Map(typed).set(parcel.id, event.currentTarget.value))}
          />
        ))}
        {error ? <RefusalText error={error} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <ActionButton type="submit" pending={saving}>
            {t('action.save')}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
