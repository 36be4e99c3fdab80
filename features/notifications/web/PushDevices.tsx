/** Notifications on the devices of the person: the switch for this one, and the list of all. */
import { Badge, Group, Stack, Switch, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BellOff } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import { MomentText } from '#web/ui/texts.tsx'
import { type OwnDevice, ownDevices, removeDevice } from '../domain/push-contract.ts'
import { hindranceHere, NoPush, turnOffHere, turnOnHere } from './push-browser.ts'

export function PushDevices() {
  const { t } = useTranslation('notifications')
  const answer = useAsk(ownDevices, {}, { staleTime: 0 })
  const devices = answer.data?.devices ?? []
  return (
    <Stack gap="xs" component="section" aria-labelledby="push-devices">
      <Title order={3} size="h5" id="push-devices">
        {t('push.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('push.hint')}
      </Text>
      <ThisDevice own={devices.find(({ isThis }) => isThis)} known={answer.data !== undefined} />
      {answer.error ? <RefusalText error={answer.error} retry={() => void answer.refetch()} /> : null}
      {devices.length > 0 ? (
        <ul className={surfaces.rows} aria-label={t('push.title')}>
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </ul>
      ) : null}
    </Stack>
  )
}

/** The switch for this device, or why there is none. `known` is false until the server has answered. */
function ThisDevice({ own, known }: { own: OwnDevice | undefined; known: boolean }) {
  const { t } = useTranslation('notifications')
  const client = useQueryClient()
  const hindrance = hindranceHere()
  const turnOn = useMutation({
    mutationFn: turnOnHere,
    networkMode: 'always',
    onSuccess: () => client.invalidateQueries({ queryKey: [ownDevices.name] }),
  })
  const turnOff = useRun(removeDevice, {
    onSuccess: () => void turnOffHere(),
    onError: (error) => say.failed(error),
  })
  const refused = turnOn.error instanceof NoPush ? turnOn.error.hindrance : null
  const why = hindrance ?? refused
  const isOn = own !== undefined && hindrance === null
  return (
    <>
      <Switch
        label={t('push.here')}
        description={why === null ? null : t(`push.why.${why}`)}
        checked={isOn}
        disabled={!known || turnOn.isPending || turnOff.isPending || (hindrance !== null && !isOn)}
        onChange={() => (own && isOn ? turnOff.mutate({ id: own.id }) : turnOn.mutate())}
      />
      <div role="status">{turnOn.error && refused === null ? <RefusalText error={turnOn.error} /> : null}</div>
    </>
  )
}

function DeviceRow({ device: { id, device, lastUsedAt, isThis, readable } }: { device: OwnDevice }) {
  const { t } = useTranslation('notifications')
  const remove = useRun(removeDevice, {
    onSuccess: () => (isThis ? void turnOffHere() : undefined),
    onError: (error) => say.failed(error),
  })
  const parts = { kind: t(`device.${device.kind}`, { ns: 'users' }), browser: device.browser, system: device.system }
  const name =
    device.browser === ''
      ? parts.kind
      : t(device.system === '' ? 'device.with' : 'device.full', { ns: 'users', ...parts })
  return (
    <li>
      <div className={surfaces.grow}>
        <Group gap="xs">
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          {isThis ? (
            <Badge variant="default" tt="none" fw={500}>
              {t('profile.this-session', { ns: 'users' })}
            </Badge>
          ) : null}
        </Group>
        <Text size="xs" c="dimmed">
          {t('profile.last-used', { ns: 'users' })} <MomentText value={lastUsedAt} />
          {readable ? null : ` · ${t('push.signed-out')}`}
        </Text>
      </div>
      <ActionButton
        variant="default"
        size="compact-sm"
        leftSection={<BellOff size={16} aria-hidden />}
        pending={remove.isPending}
        aria-label={t('push.remove-of', { device: name })}
        onClick={() => remove.mutate({ id })}
      >
        {t('push.remove')}
      </ActionButton>
    </li>
  )
}
