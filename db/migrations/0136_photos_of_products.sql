-- Photos of products. `products.photos` names them by key, in their order; the bytes are in a table of their own, or in
-- the object store.
create table photos (
  key text primary key check (key ~ '^images/[0-9]{13}-[0-9a-f]{32}[.]jpg$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- The alternative text.
  caption text not null default '',
  -- True if the bytes are in the object store and not in photo_contents.
  in_store boolean not null,
  user_id bigint references users (id),
  user_name text not null,
  created_at timestamptz not null,
  -- Since when no product names the photo. The nightly job sets it, and deletes the photo after some days.
  unused_since timestamptz
);
create index photos_unused on photos (unused_since) where unused_since is not null;

create table photo_contents (
  key text not null references photos (key) on delete cascade,
  size text not null check (size in ('small', 'medium', 'large')),
  content bytea not null,
  primary key (key, size)
);
-- A JPEG cannot be compressed any further.
alter table photo_contents alter column content set storage external;

-- Photos whose bytes the object store still has to delete.
create table deleted_photos (
  key text primary key,
  deleted_at timestamptz not null default now()
);

-- Finds the products that name a photo.
create index products_photos on products using gin (photos jsonb_path_ops);
