import { Alert, Button, Group, SegmentedControl, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Check, Printer } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sumCents, cents } from '#kernel/money.ts'
import { Refused } from '#kernel/refusal.ts'
import { useAsk, useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { openPrintWindow } from '#web/ui/print-window.ts'
import { problemText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { MoneyText } from '#web/ui/texts.tsx'
import { planShipment, shippingChoices } from '../domain/contract.ts'
import { DRIVER_TYPES, type DriverType } from '../domain/shipment.ts'
import styles from './shipping.module.css'
import { StopList, type StopListProps } from './StopList.tsx'

type Remembered = { driverType: DriverType; driver: string; vehicle: string }

/** The truck being loaded: stops in driving order, who drives, with what, and the press that sends it out. */
export function TruckPanel({ stops, setStops }: StopListProps) {
  const { t } = useTranslation('shipping')
  const mayPrint = useMay('shipping.view')
  const choices = useAsk(shippingChoices, {}, { topics: ['settings', 'users'] })
  const [kept, keep] = useLocalStorage<Remembered>({
    key: 'shipping-choices',
    defaultValue: { driverType: 'Driver', driver: '', vehicle: '' },
    getInitialValueInEffect: false,
  })
  const [extra, setExtra] = useState('')
  const [asked, setAsked] = useState(false)
  const [planned, setPlanned] = useState<number | null>(null)
  const plan = useRun(planShipment, { invalidates: ['orders', 'shipments'] })

  const own = kept.driverType === 'Driver'
  const drivers = choices.data?.drivers ?? []
  const vehicles = choices.data?.vehicles ?? []
  // a remembered driver or vehicle that is no longer in the lists is no choice
  const driver =
    !own || choices.data === undefined || drivers.some((one) => one.name === kept.driver) ? kept.driver : ''
  const vehicle = choices.data === undefined || vehicles.includes(kept.vehicle) ? kept.vehicle : ''

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setAsked(true)
    if (driver.trim() === '' || stops.length === 0 || plan.isPending) return
    const driverUserId = own ? (drivers.find((one) => one.name === driver)?.userId ?? null) : null
    const orderIds = stops.map((stop) => stop.id)
    const answer = await plan
      .mutateAsync({
        orderIds,
        driverType: kept.driverType,
        driverUserId,
        driver: driver.trim(),
        vehicle: own ? vehicle : '',
        extra,
      })
      .catch(() => null)
    if (answer === null) return
    setPlanned(answer.id)
    setStops([])
    setExtra('')
    setAsked(false)
  }
  const gone = plan.error instanceof Refused ? plan.error.refusal.details?.orderId : undefined

  return (
    <div className={styles.truck}>
      <Panel title={t('truck.title')}>
        <form onSubmit={(event) => void submit(event)} noValidate>
          <Stack gap="sm">
            {planned === null ? null : (
              <Alert
                color="green"
                icon={<Check size={17} aria-hidden />}
                withCloseButton
                closeButtonLabel={t('action.close')}
                onClose={() => setPlanned(null)}
                role="status"
              >
                <Group justify="space-between" gap="xs">
                  <Text size="sm" c="var(--mantine-color-text)">
                    {t('truck.planned', { id: planned })}
                  </Text>
                  {mayPrint ? (
                    <Button
                      size="compact-sm"
                      variant="default"
                      leftSection={<Printer size={15} aria-hidden />}
                      onClick={() => print(planned, t('plan.blocked'))}
                    >
                      {t('action.print-plan')}
                    </Button>
                  ) : null}
                </Group>
              </Alert>
            )}
            <StopList stops={stops} setStops={setStops} />
            {stops.length === 0 ? null : (
              <Group justify="space-between">
                <Text size="sm">{t('truck.stops', { count: stops.length })}</Text>
                <MoneyText value={sumCents(stops.map((stop) => cents(stop.total)))} />
              </Group>
            )}
            <SegmentedControl
              fullWidth
              aria-label={t('field.driver-type')}
              value={kept.driverType}
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
                  placeholder={t('truck.choose-driver')}
                  required
                  searchable
                  allowDeselect={false}
                  nothingFoundMessage={t('truck.no-driver')}
                  data={drivers.map((one) => one.name)}
                  value={driver === '' ? null : driver}
                  error={asked && driver === '' ? t('refusal.driver-required') : undefined}
                  onChange={(next) => keep({ ...kept, driver: next ?? '' })}
                />
                <Select
                  label={t('field.vehicle')}
                  placeholder={t('truck.choose-vehicle')}
                  searchable
                  clearable
                  clearButtonProps={{ 'aria-label': t('action.clear') }}
                  data={vehicles}
                  value={vehicle === '' ? null : vehicle}
                  onChange={(next) => keep({ ...kept, vehicle: next ?? '' })}
                />
              </>
            ) : (
              <TextInput
                label={t('field.carrier')}
                required
                maxLength={100}
                value={kept.driver}
                error={asked && driver.trim() === '' ? t('refusal.driver-required') : undefined}
                onChange={(event) => keep({ ...kept, driver: event.currentTarget.value })}
              />
            )}
            <Textarea
              label={own ? t('field.extra') : t('field.voucher')}
              autosize
              minRows={2}
              maxRows={5}
              maxLength={1000}
              value={extra}
              onChange={(event) => setExtra(event.currentTarget.value)}
            />
            {choices.error ? <RefusalText error={choices.error} retry={() => void choices.refetch()} /> : null}
            {plan.error ? (
              <Alert color="red" variant="light" role="alert">
                <Text size="sm" c="var(--mantine-color-text)">
                  {gone === undefined
                    ? problemText(plan.error)
                    : t('truck.order-refused', { orderId: gone, reason: problemText(plan.error) })}
                </Text>
              </Alert>
            ) : null}
            <ActionButton
              type="submit"
              size="md"
              pending={plan.isPending}
              closed={stops.length === 0 ? t('truck.nothing-chosen') : null}
            >
              {t('action.plan')}
            </ActionButton>
          </Stack>
        </form>
      </Panel>
    </div>
  )
}

/** Opens the driver's sheet for printing, or says that the browser kept the window shut. */
function print(id: number, blocked: string): void {
  if (!openPrintWindow(`/shipping-plan/${id}`)) say.note(blocked)
}
