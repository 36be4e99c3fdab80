import { Button, Group, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { oneLineAddress } from '#kernel/address.ts'
import { MapPin, MapPinOff } from '#web/ui/icon/icons.ts'
import type { ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '#web/ui/Panel.tsx'
import { asPoint, showPoint } from '#web/ui/map/point.ts'
import { ADDRESS_TEXTS } from '../../domain/party.ts'
import { type PartyValues, leavesPlace, NO_PLACE } from './party-form.ts'
import { addressOf } from '#web/ui/map/picked-place.ts'
import { ForgetPlaceButton } from './ForgetPlaceButton.tsx'
import type { PartyPages } from '../party-pages.ts'
import { PlacePicker } from '#web/ui/map/PlacePicker.tsx'
import { useWhenPlaced } from '#web/ui/map/use-when-placed.ts'

/** The main address and its place on the map. Editing the text removes the place. */
export function MainAddress({ form, pages }: { form: UseFormReturnType<PartyValues>; pages: PartyPages }) {
  const { t } = useTranslation('parties')
  const [picking, { open, close }] = useDisclosure(false)
  const { address, city, postcode, country, lat, lon } = form.getValues()
  const point = asPoint(lat, lon)
  const whenPlaced = useWhenPlaced({ address, city, postcode, country, lat, lon })
  return (
    <Panel
      title={t('word.address')}
      actions={
        <Button variant="default" size="xs" leftSection={<MapPin size={16} aria-hidden />} onClick={open}>
          {t('action.pick-place')}
        </Button>
      }
    >
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="md" verticalSpacing="sm">
        {ADDRESS_TEXTS.map((field) => {
          const props = form.getInputProps(field)
          return (
            <TextInput
              key={field}
              label={t(`field.${field}`)}
              inputMode={field === 'postcode' ? 'numeric' : undefined}
              autoComplete="off"
              {...props}
              onChange={(event: ChangeEvent<HTMLInputElement>) => {
                props.onChange(event)
                if (point && leavesPlace(whenPlaced, field)) form.setValues(NO_PLACE)
              }}
            />
          )
        })}
      </SimpleGrid>
      <Group gap={6} mt="sm" c="dimmed" wrap="nowrap">
        {point ? <MapPin size={16} aria-hidden /> : <MapPinOff size={16} aria-hidden />}
        <Text size="sm" className="figures">
          {point ? t('place.at', { point: showPoint(point) }) : t('place.none')}
        </Text>
        {point ? <ForgetPlaceButton forget={() => form.setValues(NO_PLACE)} /> : null}
      </Group>
      <PlacePicker
        lookups={pages.contracts.places}
        opened={picking}
        onClose={close}
        text={oneLineAddress({ address, postcode, city })}
        start={point}
        onUse={(picked) => form.setValues(addressOf(picked))}
      />
    </Panel>
  )
}
