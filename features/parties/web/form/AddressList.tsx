import { oneLineAddress } from '#kernel/address.ts'
import { ActionIcon, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { LucideIcon } from '#web/ui/icon/icon.ts'
import { Map as MapIcon, MapPin, MapPinOff, Pencil, Plus, Trash2 } from '#web/ui/icon/icons.ts'
import { type ChangeEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { asPoint, showPoint } from '#web/ui/map/point.ts'
import surfaces from '#web/ui/surfaces.module.css'
import styles from '../parties.module.css'
import {
  ADDRESS_FIELDS,
  type AddressValues,
  type PartyValues,
  EMPTY_ADDRESS,
  lacksStreet,
  leavesPlace,
  NO_PLACE,
} from './party-form.ts'
import { addressLine } from '../address-line.ts'
import { addressOf, type PickedPlace } from '#web/ui/map/picked-place.ts'
import type { PartyPages } from '../party-pages.ts'
import { ForgetPlaceButton } from './ForgetPlaceButton.tsx'
import { PlacePicker } from '#web/ui/map/PlacePicker.tsx'
import { useWhenPlaced } from '#web/ui/map/use-when-placed.ts'

/** The address that is shown on the map: one of the list, or the new one. Null while no map is open. */
type Picking = number | 'new' | null

type AddressForm = UseFormReturnType<PartyValues>

/** The further addresses of a party, such as branches, to which orders may be delivered. */
export function AddressList({ form, pages }: { form: AddressForm; pages: PartyPages }) {
  const { t } = useTranslation('parties')
  const { addresses, newAddressIsEmpty, firstField, add, edit, remove } = useAddresses(form)
  const [picking, setPicking] = useState<Picking>(null)

  // Enter adds the address and must not save the party.
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }

  return (
    <Stack gap="md">
      {addresses.length === 0 ? null : (
        <ul className={surfaces.rows}>
          {addresses.map((address, index) => (
            <AddressRow
              key={index}
              address={address}
              pickPlace={() => setPicking(index)}
              edit={() => edit(index)}
              remove={() => remove(index)}
            />
          ))}
        </ul>
      )}
      <NewAddressFields form={form} firstRef={firstField} onKeyDown={addOnEnter} />
      <Group>
        <ActionButton
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          closed={newAddressIsEmpty ? t('why.no-address') : null}
          onClick={add}
        >
          {t('action.add-address')}
        </ActionButton>
        <Button variant="default" leftSection={<MapIcon size={16} aria-hidden />} onClick={() => setPicking('new')}>
          {t('action.pick-place')}
        </Button>
        <KnownPlace form={form} />
      </Group>
      <FurtherPlacePicker form={form} pages={pages} picking={picking} onClose={() => setPicking(null)} />
    </Stack>
  )
}

/** The list of further addresses in the form, and the new address that is being typed below it. */
function useAddresses(form: AddressForm) {
  const { t } = useTranslation('parties')
  const firstField = useRef<HTMLInputElement>(null)
  const { extraAddresses, newAddress } = form.getValues()
  const newAddressIsEmpty = newAddress.address.trim() === ''
  const without = (index: number): AddressValues[] => extraAddresses.filter((_, place) => place !== index)

  const add = () => {
    if (newAddressIsEmpty) return
    form.setValues({ extraAddresses: [...extraAddresses, newAddress], newAddress: EMPTY_ADDRESS })
    firstField.current?.focus()
  }
  const edit = (index: number) => {
    // The text in the fields is put back into the list, so that it is not lost.
    if (lacksStreet(form.getValues())) form.setFieldError('newAddress.address', t('why.no-address'))
    else
      form.setValues({
        extraAddresses: newAddressIsEmpty ? without(index) : [...without(index), newAddress],
        newAddress: extraAddresses[index] ?? EMPTY_ADDRESS,
      })
    firstField.current?.focus()
  }
  const remove = (index: number) => form.setFieldValue('extraAddresses', without(index))

  return { addresses: extraAddresses, newAddressIsEmpty, firstField, add, edit, remove }
}

type FurtherPlacePickerProps = { form: AddressForm; pages: PartyPages; picking: Picking; onClose: () => void }

/** Chooses the place of the address that `picking` names, on the map. */
function FurtherPlacePicker({ form, pages, picking, onClose }: FurtherPlacePickerProps) {
  const { extraAddresses, newAddress } = form.getValues()
  const picked = picking === 'new' || picking === null ? newAddress : (extraAddresses[picking] ?? EMPTY_ADDRESS)
  const use = (place: PickedPlace) => {
    // A further address has no country field.
    const { country: _country, ...fields } = addressOf(place)
    const placed = { ...picked, ...fields }
    if (picking === 'new') form.setFieldValue('newAddress', placed)
    else
      form.setFieldValue(
        'extraAddresses',
        extraAddresses.map((address, index) => (index === picking ? placed : address)),
      )
  }
  return (
    <PlacePicker
      lookups={pages.contracts.places}
      opened={picking !== null}
      onClose={onClose}
      text={oneLineAddress(picked)}
      start={asPoint(picked.lat, picked.lon)}
      onUse={use}
    />
  )
}

type AddressRowProps = { address: AddressValues; pickPlace: () => void; edit: () => void; remove: () => void }

function AddressRow({ address, pickPlace, edit, remove }: AddressRowProps) {
  const { t } = useTranslation('parties')
  return (
    <li>
      {asPoint(address.lat, address.lon) ? <MapPin size={16} aria-hidden /> : <MapPinOff size={16} aria-hidden />}
      <div className={styles.rowText}>
        <Text size="sm">{address.address}</Text>
        <Text size="xs" c="dimmed">
          {[addressLine(address, t), asPoint(address.lat, address.lon) ? t('place.known') : '']
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </div>
      <RowAction label={t('action.pick-place-of', { address: address.address })} picture={MapIcon} act={pickPlace} />
      <RowAction label={t('action.edit-address', { address: address.address })} picture={Pencil} act={edit} />
      <RowAction
        label={t('action.remove-address', { address: address.address })}
        picture={Trash2}
        color="red"
        act={remove}
      />
    </li>
  )
}

type RowActionProps = { label: string; picture: LucideIcon; color?: string; act: () => void }

function RowAction({ label, picture: Icon, color = 'gray', act }: RowActionProps) {
  return (
    <ActionIcon variant="subtle" color={color} size={32} aria-label={label} onClick={act}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}

type FieldsProps = {
  form: AddressForm
  firstRef: RefObject<HTMLInputElement | null>
  onKeyDown: (event: KeyboardEvent) => void
}

function NewAddressFields({ form, firstRef, onKeyDown }: FieldsProps) {
  const { t } = useTranslation('parties')
  const { newAddress } = form.getValues()
  const point = asPoint(newAddress.lat, newAddress.lon)
  const whenPlaced = useWhenPlaced(newAddress)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="md" verticalSpacing="sm">
      {ADDRESS_FIELDS.map((field) => {
        const props = form.getInputProps(`newAddress.${field}`)
        return (
          <TextInput
            key={field}
            ref={field === 'address' ? firstRef : undefined}
            label={t(`extra.${field}`)}
            autoComplete="off"
            onKeyDown={onKeyDown}
            {...props}
            onChange={(event: ChangeEvent<HTMLInputElement>) => {
              const typed = event.currentTarget.value
              props.onChange(event)
              // An address whose text has changed loses its place on the map.
              if (point && leavesPlace(whenPlaced, field))
                form.setFieldValue('newAddress', { ...newAddress, [field]: typed, ...NO_PLACE })
            }}
          />
        )
      })}
    </SimpleGrid>
  )
}

/** Shows where the new address is, if its place on the map is known, and forgets the place. */
function KnownPlace({ form }: { form: AddressForm }) {
  const { t } = useTranslation('parties')
  const { newAddress } = form.getValues()
  const point = asPoint(newAddress.lat, newAddress.lon)
  if (!point) return null
  return (
    <Group gap={6} wrap="nowrap">
      <Text size="sm" c="dimmed" className="figures">
        {t('place.at', { point: showPoint(point) })}
      </Text>
      <ForgetPlaceButton forget={() => form.setFieldValue('newAddress', { ...newAddress, ...NO_PLACE })} />
    </Group>
  )
}
