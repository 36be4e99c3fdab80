/** People add photos to a product, arrange and describe them, and look at them, also over a connection that breaks. */
import sharp from 'sharp'
import { expect, type Page, test } from '../fixtures.ts'
import { demandAccessible } from '../accessibility.ts'
import { done } from '../proofs/callers.ts'
import { openShop, type Shop } from '../shop.ts'

let shop: Shop
test.beforeAll(async ({ callerFor }) => {
  shop = await openShop(await callerFor('admin'), 'Φωτογραφίες')
})

/** A photo as a phone takes it: 12 megapixels, turned, with the place and the device. */
const phonePhoto = async (name: string, red: number) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 4000, height: 3000, channels: 3, background: { r: red, g: 120, b: 60 } } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'Fairphone', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '37/1 58/1 30/1', GPSLongitudeRef: 'E', GPSLongitude: '23/1 43/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer(),
})

type File = Awaited<ReturnType<typeof phonePhoto>>

/** Chooses files with the button, as a person does. */
async function choose(page: Page, ...files: File[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add photos' }).click()
  await (await chooser).setFiles(files)
}

const photos = (page: Page) => page.getByRole('region', { name: 'Photos' })
const tiles = (page: Page) => photos(page).getByRole('list', { name: 'Photos', exact: true }).getByRole('button')
/** The addresses of the photos in their order, by their keys. */
const order = (page: Page) =>
  tiles(page)
    .locator('img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src))

// Quicker proof: web/ui/photo/photo.test.ts, features/photos/server/photos.test.ts,
// e2e/goods/product-photos.story.ts
test('a photo of more than 10 MB is made smaller in the page and stored @in-ci', async ({ enter, callerFor }) => {
  const office = await callerFor('admin')
  const { id } = await done(office.press('products.create-product', { name: 'Κερί με μεγάλη φωτογραφία' }))
  const noise = await sharp({
    create: {
      width: 2200,
      height: 1700,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 120, sigma: 60 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(noise.length).toBeGreaterThan(10 * 1024 * 1024)
  const page = await enter('user')
  await page.goto(`/product-overview/${id}`)
  await choose(page, { name: 'μεγάλη.png', mimeType: 'image/png', buffer: noise })
  await expect(tiles(page)).toHaveCount(1)
  const [address] = await order(page)
  const served = await page.request.get(String(address).replace('small', 'large'))
  const { width, format } = await sharp(await served.body()).metadata()
  expect([width, format]).toEqual([2000, 'jpeg'])
})

// Quicker proof: features/photos/server/photos.test.ts, features/photos/domain/photo.test.ts
test('photos of a phone are shown upright without their place, and by keys another one becomes the main photo @both-engines @in-ci', async ({
  enter,
}) => {
  const page = await enter('user')
  await page.goto(`/product-overview/${shop.candle.id}`)
  await expect(photos(page)).toContainText('No photos yet')
  await choose(page, await phonePhoto('πρώτη.jpg', 200), await phonePhoto('δεύτερη.jpg', 20))
  await expect(tiles(page)).toHaveCount(2)
  const [first, second] = await order(page)

  const served = await page.request.get(String(first).replace('small', 'large'))
  expect(served.headers()['content-type']).toBe('image/jpeg')
  const { width, height, exif } = await sharp(await served.body()).metadata()
  expect([width, height, exif]).toEqual([1500, 2000, undefined])
  expect((await served.body()).includes('GPS')).toBe(false)

  await tiles(page).nth(1).focus()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(() => order(page)).toEqual([second, first])
  await expect(tiles(page).first()).toBeFocused()
  await expect(photos(page).getByRole('status')).toHaveText('The photo is now number 1 of 2.')
  await page.reload()
  await expect.poll(() => order(page)).toEqual([second, first])

  await photos(page).getByRole('textbox', { name: 'What the photo shows' }).fill('Κερί στο ποτήρι')
  await page.keyboard.press('Enter')
  await expect(tiles(page).first()).toHaveAccessibleName('Κερί στο ποτήρι · Photo 1 of 2')
  await demandAccessible(page, 'photos of a product')

  await page.getByRole('button', { name: /^Enlarge/ }).click()
  const viewer = page.getByRole('dialog', { name: shop.candle.name })
  await expect(viewer.locator('img')).toHaveAccessibleName('Κερί στο ποτήρι · Photo 1 of 2')
  await demandAccessible(page, 'viewer of photos')
  await page.keyboard.press('ArrowRight')
  await expect(viewer.locator('img')).toHaveAccessibleName('Photo 2 of 2')
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()

  // the list and the chooser of the order form show the main photo
  await page.goto(`/products?q=${encodeURIComponent(shop.candle.name)}`)
  const row = page.getByRole('row').filter({ hasText: shop.candle.name })
  await expect(row.locator('img')).toHaveAttribute(
    'src',
    new URL(String(second)).pathname + new URL(String(second)).search,
  )
})

// Quicker proof: features/photos/server/photos.test.ts, features/photos/domain/photo.test.ts
test('a removed photo is put back in its place @in-ci', async ({ enter }) => {
  const page = await enter('user')
  await page.goto(`/product-overview/${shop.glass.id}`)
  await choose(
    page,
    await phonePhoto('ένα.jpg', 10),
    await phonePhoto('δύο.jpg', 110),
    await phonePhoto('τρία.jpg', 210),
  )
  await expect(tiles(page)).toHaveCount(3)
  const before = await order(page)
  await tiles(page).nth(1).click()
  await page.getByRole('button', { name: 'Remove: Photo 2 of 3' }).click()
  await expect(tiles(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => order(page)).toEqual(before)
})

test('an upload over a broken connection keeps its file and is retried, and a wrong file is refused in words @both-engines', async ({
  enter,
}) => {
  const page = await enter('user')
  await page.goto(`/product-overview/${shop.lantern.id}`)
  await expect(photos(page)).toContainText('No photos yet')
  await page.route('**/app/photos.add-photo*', (route) => route.abort('connectionreset'))
  const file = await phonePhoto('φανάρι.jpg', 90)
  await choose(page, file)
  const failed = photos(page).getByRole('listitem').filter({ hasText: 'φανάρι.jpg' })
  await expect(failed.getByRole('alert')).toBeVisible()
  await page.unroute('**/app/photos.add-photo*')
  // the answer of the second try is lost after the server has stored the photo
  await page.route(
    '**/app/photos.add-photo*',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(failed.getByRole('alert')).toBeVisible()
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(failed).toBeHidden()
  await expect(tiles(page)).toHaveCount(1)

  const html = { name: 'σελίδα.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<script>alert(1)</script>') }
  await choose(page, html)
  const refused = photos(page).getByRole('listitem').filter({ hasText: 'σελίδα.jpg' })
  await expect(refused).toContainText('This is no JPEG, PNG or WebP picture.')
  await refused.getByRole('button', { name: 'Leave out σελίδα.jpg' }).click()
  await expect(refused).toBeHidden()
})
