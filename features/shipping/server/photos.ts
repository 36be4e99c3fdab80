/** Stores photos of a delivery without their camera data, and returns them to people who may see the order. */
import { lockOrder } from '#features/orders/server/lock-orders.ts'
import { changes } from '#kernel/changes.ts'
import { MOST_TAKEN_BYTES } from '#kernel/photo.ts'
import { refuse } from '#kernel/refusal.ts'
import { download } from '#server/bytes.ts'
import { command } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { momentSent } from '../domain/closing.ts'
import { addDeliveryPhoto, deliveryPhoto } from '../domain/contract.ts'
import { MOST_PHOTOS } from '../domain/delivery.ts'
import { plainJpeg } from '#server/pictures/jpeg.ts'
import { demandOwnStop, demandStopToTell, ofOwnStop } from './proof.ts'

/**
 * Stores a photo of an order that is or was in a shipment. Drivers may add photos only to orders of their shipments.
 */
export const addDeliveryPhotoCommand = command(addDeliveryPhoto, async (work, { orderId, photo, takenAt }) => {
  const { tx, actor, now } = work
  await demandOwnStop(tx, actor, orderId)
  const order = await lockOrder(tx, orderId)
  const { shipmentId } = await demandStopToTell(tx, actor, order.id, takenAt)
  const { photos } = await tx.one<{ photos: number }>(
    sql`select count(*)::int as photos from delivery_photos where order_id = ${order.id}`,
  )
  if (photos >= MOST_PHOTOS) refuse('refused', 'shipping.too-many-photos', { orderId, most: MOST_PHOTOS })
  const bytes = Buffer.from(photo, 'base64')
  if (bytes.length > MOST_TAKEN_BYTES) refuse('invalid', 'shipping.photo-too-large')
  const plain = plainJpeg(bytes)
  if (!plain) refuse('invalid', 'shipping.no-photo')
  const { id } = await tx.one<{ id: number }>(sql`
    insert into delivery_photos (order_id, shipment_id, content, byte_count, taken_at, user_id, user_name, created_at)
    values (${order.id}, ${shipmentId}, ${Buffer.from(plain)}, ${plain.length}, ${momentSent(takenAt, now)}::timestamptz,
      ${actor.userId}, ${actor.name}, ${now}::timestamptz)
    returning id`)
  work.record({ entity: 'orders', id: order.id, changes: changes({}, { deliveryPhoto: id }) })
  return { id }
})

/** Returns one photo to people who may see how its order was handed over. */
export const downloadDeliveryPhoto = download(deliveryPhoto, async ({ rows, actor }, { id }) => {
  const photo = await rows.maybe<{ orderId: number; content: Buffer; own: boolean }>(sql`
    select order_id as "orderId", content, ${ofOwnStop(actor, 'delivery_photos')} as own from delivery_photos where id = ${id}`)
  if (!photo) return refuse('missing', 'shipping.photo-missing')
  if (!photo.own) return refuse('forbidden', 'shipping.not-yours')
  return { name: `${photo.orderId}-${id}.jpg`, mediaType: 'image/jpeg', content: photo.content }
})
