import { Button, SegmentedControl, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { UserPlus } from '#web/ui/icon/icons.ts'
import type { Dispatch, RefObject, SetStateAction } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { useAsk } from '#web/query.ts'
import { RefusalText } from '#web/ui/states.tsx'
import { type planShipment, shippingChoices } from '../../domain/contract.ts'
import { DRIVER_TYPES } from '../../domain/shipment.ts'
import { type Crew, CREW_KEY, crewOf, NOTHING_REMEMBERED, type Remembered } from './crew.ts'
import type { PlannedStop } from './stop-order.ts'

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
  const { data, error, refetch } = useAsk(shippingChoices, {})
  const [kept, keep] = useLocalStorage<Remembered>({
    key: CREW_KEY,
    defaultValue: NOTHING_REMEMBERED,
    getInitialValueInEffect: false,
  })
  return {
    crew: crewOf(kept, data),
    kept,
    keep,
    choices: data,
    error,
    retry: () => void refetch(),
  }
}

/** What a person enters for a shipment besides its stops, driver and vehicle. */
export type ShipmentDetails = {
  readonly extra: string
  readonly vouchers: ReadonlyMap<number, string>
  /** When the truck leaves, 'HH:MM', or an empty text if nobody has chosen it. */
  readonly departure: string
}

export const NO_DETAILS: ShipmentDetails = { extra: '', vouchers: new Map(), departure: '' }

/** Returns the vouchers of these orders as the plan takes them. Own drivers need none. */
export const vouchersOf = (
  stops: readonly Pick<PlannedStop, 'id'>[],
  { driverType }: Crew,
  { vouchers }: ShipmentDetails,
): Pick<InputOf<typeof planShipment>, 'vouchers'> =>
  driverType === 'Driver' ? {} : { vouchers: stops.map(({ id }) => ({ orderId: id, voucher: vouchers.get(id) ?? '' })) }

type DriverFieldsProps = {
  choice: CrewChoice
  stops: readonly Pick<PlannedStop, 'id' | 'name'>[]
  /** True if the person tried to plan while a field was empty. */
  asked: boolean
  details: ShipmentDetails
  setDetails: Dispatch<SetStateAction<ShipmentDetails>>
  /** The field of the driver or courier, which gets the focus if it is empty. */
  driverField: RefObject<HTMLInputElement | null>
  /** Opens the lists of drivers and vehicles, or null for people who may not change them. */
  openLists: (() => void) | null
}

/** Shows the fields of a plan: driver type, own driver and vehicle, or courier with vouchers. */
export function DriverFields(props: DriverFieldsProps) {
  const { choice, stops, asked, details, setDetails, driverField, openLists } = props
  const { crew, kept, keep, error, retry } = choice
  const { t } = useTranslation('shipping')
  const missing = asked && crew.driver === '' ? t('refusal.driver-required') : undefined
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t('field.driver-type')}
        value={crew.driverType}
        data={DRIVER_TYPES.map((value) => ({ value, label: t(`driver-type.${value}`) }))}
        onChange={(next) => {
          const driverType = DRIVER_TYPES.find((one) => one === next) ?? 'Driver'
          keep({ ...kept, driverType, driver: driverType === 'Driver' ? '' : driverType })
        }}
      />
      {crew.driverType === 'Driver' ? (
        <OwnDriverFields choice={choice} missing={missing} driverField={driverField} openLists={openLists} />
      ) : (
        <>
          <TextInput
            ref={driverField}
            label={t('field.courier')}
            required
            maxLength={100}
            value={kept.driver}
            error={missing}
            onChange={(event) => keep({ ...kept, driver: event.currentTarget.value })}
          />
          <VoucherFields stops={stops} details={details} setDetails={setDetails} />
        </>
      )}
      <Textarea
        label={t('field.extra')}
        autosize
        minRows={2}
        maxRows={5}
        maxLength={1000}
        value={details.extra}
        onChange={(event) => {
          const extra = event.currentTarget.value
          setDetails((before) => ({ ...before, extra }))
        }}
      />
      {error ? <RefusalText error={error} retry={retry} /> : null}
    </>
  )
}

/** The lists open upwards, so that the buttons below, which plan the shipment, stay in view. */
const UPWARDS = { position: 'top-start' } as const

type OwnDriverFieldsProps = Pick<DriverFieldsProps, 'choice' | 'driverField' | 'openLists'> & {
  missing: string | undefined
}

/** Chooses a driver and a vehicle of the company. `missing` is the error of the driver. */
function OwnDriverFields({ choice, missing, driverField, openLists }: OwnDriverFieldsProps) {
  const { crew, kept, keep, choices } = choice
  const { t } = useTranslation('shipping')
  const none = choices?.drivers.length === 0
  return (
    <>
      <Select
        ref={driverField}
        label={t('field.driver')}
        placeholder={t('shipment.choose-driver')}
        required
        searchable
        comboboxProps={UPWARDS}
        nothingFoundMessage={t(none ? 'shipment.no-drivers' : 'shipment.no-driver')}
        data={(choices?.drivers ?? []).map((one) => one.name)}
        value={crew.driver === '' ? null : crew.driver}
        error={missing}
        onChange={(next) => keep({ ...kept, driver: next ?? '' })}
      />
      {none ? <NoDrivers openLists={openLists} /> : null}
      <Select
        label={t('field.vehicle')}
        placeholder={t('shipment.choose-vehicle')}
        searchable
        clearable
        comboboxProps={UPWARDS}
        clearButtonProps={{ 'aria-label': t('action.clear') }}
        data={[...(choices?.vehicles ?? [])]}
        value={crew.vehicle === '' ? null : crew.vehicle}
        onChange={(next) => keep({ ...kept, vehicle: next ?? '' })}
      />
    </>
  )
}

/** Tells a company without drivers how the first one is entered. */
function NoDrivers({ openLists }: Pick<DriverFieldsProps, 'openLists'>) {
  const { t } = useTranslation('shipping')
  if (!openLists)
    return (
      <Text size="sm">
        {t('shipment.no-drivers')} {t('shipment.ask-for-drivers')}
      </Text>
    )
  return (
    <Stack gap={6} align="flex-start">
      <Text size="sm">{t('shipment.no-drivers')}</Text>
      <Button size="compact-sm" variant="default" leftSection={<UserPlus size={16} aria-hidden />} onClick={openLists}>
        {t('action.enter-driver')}
      </Button>
    </Stack>
  )
}

/** A field for the voucher of each order that a courier delivers. */
function VoucherFields({ stops, details, setDetails }: Pick<DriverFieldsProps, 'stops' | 'details' | 'setDetails'>) {
  const { t } = useTranslation('shipping')
  if (stops.length === 0) return null
  return (
    <Stack gap={6}>
      {stops.map((stop) => (
        <TextInput
          key={stop.id}
          label={t('shipment.voucher-of', { id: stop.id, name: stop.name })}
          maxLength={60}
          autoComplete="off"
          value={details.vouchers.get(stop.id) ?? ''}
          onChange={(event) => {
            const voucher = event.currentTarget.value
            setDetails((before) => ({ ...before, vouchers: new Map(before.vouchers).set(stop.id, voucher) }))
          }}
        />
      ))}
    </Stack>
  )
}
