import { SegmentedControl, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { useAsk } from '#web/query.ts'
import { RefusalText } from '#web/ui/states.tsx'
import { shippingChoices } from '../../domain/contract.ts'
import { DRIVER_TYPES, type DriverType } from '../../domain/shipment.ts'
import type { PlannedStop } from './stop-order.ts'

type Remembered = { driverType: DriverType; driver: string; vehicle: string }

/** Driver type, driver and vehicle of a plan. */
export type Crew = {
  readonly driverType: DriverType
  readonly driverUserId: number | null
  readonly driver: string
  readonly vehicle: string
}

export type CrewChoice = {
  readonly crew: Crew
  readonly kept: Remembered
  readonly keep: (next: Remembered) => void
  readonly choices: OutputOf<typeof shippingChoices> | undefined
  readonly error: Error | null
  readonly retry: () => void
}

/** Stores on this device who drives and with which vehicle. */
export function useCrew(): CrewChoice {
  const { data, error, refetch } = useAsk(shippingChoices, {}, { topics: ['settings', 'users'] })
  const [kept, keep] = useLocalStorage<Remembered>({
    key: 'shipping-choices',
    defaultValue: { driverType: 'Driver', driver: '', vehicle: '' },
    getInitialValueInEffect: false,
  })
  const own = kept.driverType === 'Driver'
  // a stored driver or vehicle that is no longer in the lists is ignored
  const known = !own || data === undefined || data.drivers.some((one) => one.name === kept.driver)
  const driver = known ? kept.driver.trim() : ''
  const vehicle = data === undefined || data.vehicles.includes(kept.vehicle) ? kept.vehicle : ''
  const driverUserId = own ? (data?.drivers.find((one) => one.name === driver)?.userId ?? null) : null
  return {
    crew: { driverType: kept.driverType, driverUserId, driver, vehicle: own ? vehicle : '' },
    kept,
    keep,
    choices: data,
    error,
    retry: () => void refetch(),
  }
}

type DriverFieldsProps = {
  choice: CrewChoice
  stops: readonly PlannedStop[]
  /** True if the person tried to plan while a field was empty. */
  asked: boolean
  extra: string
  setExtra: (text: string) => void
  vouchers: ReadonlyMap<number, string>
  setVoucher: (orderId: number, voucher: string) => void
}

/** Shows the fields of a plan: driver type, own driver and vehicle, or courier with vouchers. */
export function DriverFields(props: DriverFieldsProps) {
  const { choice, stops, asked, extra, setExtra, vouchers, setVoucher } = props
  const { crew, kept, keep, choices, error, retry } = choice
  const { t } = useTranslation('shipping')
  const own = crew.driverType === 'Driver'
  const missing = asked && crew.driver === '' ? t('refusal.driver-required') : undefined
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t('field.driver-type')}
        value={crew.driverType}
        data={[...DRIVER_TYPES]}
        onChange={(next) => {
          const driverType = DRIVER_TYPES.find((one) => one === next) ?? 'Driver'
          keep({ ...kept, driverType, driver: driverType === 'Driver' ? '' : driverType })
        }}
      />
      {own ? (
        <>
          <Select
            label={t('field.driver')}
            placeholder={t('shipment.choose-driver')}
            required
            searchable
            allowDeselect={false}
            nothingFoundMessage={t('shipment.no-driver')}
            data={(choices?.drivers ?? []).map((one) => one.name)}
            value={crew.driver === '' ? null : crew.driver}
            error={missing}
            onChange={(next) => keep({ ...kept, driver: next ?? '' })}
          />
          <Select
            label={t('field.vehicle')}
            placeholder={t('shipment.choose-vehicle')}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('action.clear') }}
            data={[...(choices?.vehicles ?? [])]}
            value={crew.vehicle === '' ? null : crew.vehicle}
            onChange={(next) => keep({ ...kept, vehicle: next ?? '' })}
          />
        </>
      ) : (
        <>
          <TextInput
            label={t('field.courier')}
            required
            maxLength={100}
            value={kept.driver}
            error={missing}
            onChange={(event) => keep({ ...kept, driver: event.currentTarget.value })}
          />
          {stops.length === 0 ? null : (
            <Stack gap={6}>
              {stops.map((stop) => (
                <TextInput
                  key={stop.id}
                  label={t('shipment.voucher-of', { id: stop.id, name: stop.name })}
                  maxLength={60}
                  autoComplete="off"
                  value={vouchers.get(stop.id) ?? ''}
                  onChange={(event) => setVoucher(stop.id, event.currentTarget.value)}
                />
              ))}
            </Stack>
          )}
        </>
      )}
      <Textarea
        label={t('field.extra')}
        autosize
        minRows={2}
        maxRows={5}
        maxLength={1000}
        value={extra}
        onChange={(event) => setExtra(event.currentTarget.value)}
      />
      {error ? <RefusalText error={error} retry={retry} /> : null}
    </>
  )
}
