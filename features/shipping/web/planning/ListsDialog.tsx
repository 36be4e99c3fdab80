import { Button, Group, Stack, TagsInput, Text } from '@mantine/core'
import { MapPin, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { placeLookups } from '#features/customers/domain/contract.ts'
import { PlacePicker } from '#web/ui/map/PlacePicker.tsx'
import { saveShippingLists, shippingLists } from '#features/settings/domain/contract.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { Refused } from '#kernel/refusal.ts'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { showPoint } from '#web/ui/map/point.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'

type ListsDialogProps = { opened: boolean; onClose: () => void }
type Lists = OutputOf<typeof shippingLists>

/** Returns what another person has saved, with what this person has added and removed. */
const merged = (before: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] => [
  ...new Set([
    ...theirs.filter((name) => mine.includes(name) || !before.includes(name)),
    ...mine.filter((name) => !before.includes(name)),
  ]),
]

/** Edits the drivers without an account, the vehicles, and the start and end of routes. */
export function ListsDialog({ opened, onClose }: ListsDialogProps) {
  return opened ? <OpenedLists onClose={onClose} /> : null
}

function OpenedLists({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shipping')
  // without live updates, so that changes of another person do not appear under those of this person
  const lists = useAsk(shippingLists, {}, { topics: [], afresh: true })
  const [changed, change] = useState<Partial<Lists>>({})
  const [picking, setPicking] = useState(false)
  const save = useRun(saveShippingLists, {
    onSuccess: () => {
      say.done(t('lists.saved'))
      onClose()
    },
    invalidates: ['settings'],
  })
  const before = lists.data
  if (!before)
    return (
      <Dialog opened onClose={onClose} title={t('lists.title')} size="lg">
        {lists.error ? <ErrorState error={lists.error} retry={() => void lists.refetch()} /> : <Loading />}
      </Dialog>
    )
  const { drivers, vehicles, address, place }: Lists = { ...before, ...changed }
  const takeTheirs = async () => {
    const { data: theirs } = await lists.refetch()
    if (!theirs) return
    change({
      ...changed,
      ...(changed.drivers && { drivers: merged(before.drivers, changed.drivers, theirs.drivers) }),
      ...(changed.vehicles && { vehicles: merged(before.vehicles, changed.vehicles, theirs.vehicles) }),
    })
    save.reset()
  }
  const conflict = save.error instanceof Refused && save.error.refusal.kind === 'conflict'
  const point = place && { lat: place[0], lon: place[1] }
  return (
    <>
      {/* The map is a dialog of its own, and the input here stays behind it. */}
      <Dialog opened={!picking} onClose={onClose} title={t('lists.title')} size="lg" closeOnClickOutside={false}>
        <Stack gap="md">
          <TagsInput
            label={t('lists.drivers')}
            description={t('lists.drivers-hint')}
            value={drivers}
            maxTags={200}
            splitChars={[',', ';']}
            acceptValueOnBlur
            onChange={(next) => change({ ...changed, drivers: next })}
          />
          <TagsInput
            label={t('lists.vehicles')}
            description={t('lists.vehicles-hint')}
            value={vehicles}
            maxTags={200}
            splitChars={[',', ';']}
            acceptValueOnBlur
            onChange={(next) => change({ ...changed, vehicles: next })}
          />
          <Stack gap={4}>
            <Text size="sm" fw={500}>
              {t('lists.start')}
            </Text>
            <Text size="sm">{address || t('lists.no-address')}</Text>
            <Group gap="xs">
              <Text size="sm" c="dimmed" className="figures">
                {point ? t('lists.placed', { point: showPoint(point) }) : t('lists.unplaced')}
              </Text>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<MapPin size={16} aria-hidden />}
                onClick={() => setPicking(true)}
              >
                {t('action.pick-place')}
              </Button>
              {point ? (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  leftSection={<X size={16} aria-hidden />}
                  onClick={() => change({ ...changed, place: null })}
                >
                  {t('lists.forget')}
                </Button>
              ) : null}
            </Group>
          </Stack>
          {save.error ? <RefusalText error={save.error} /> : null}
          {conflict && lists.error ? <RefusalText error={lists.error} /> : null}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            {conflict ? (
              <ActionButton pending={lists.isFetching} onClick={() => void takeTheirs()}>
                {t('action.refresh')}
              </ActionButton>
            ) : (
              <ActionButton
                pending={save.isPending}
                onClick={() => {
                  const shown = { drivers: before.drivers, vehicles: before.vehicles, place: before.place }
                  save.mutate({ drivers, vehicles, place, shown })
                }}
              >
                {t('action.save')}
              </ActionButton>
            )}
          </Group>
        </Stack>
      </Dialog>
      <PlacePicker
        lookups={placeLookups}
        opened={picking}
        onClose={() => setPicking(false)}
        text={address}
        start={point}
        onUse={(picked) => change({ ...changed, place: [picked.point.lat, picked.point.lon] })}
      />
    </>
  )
}
