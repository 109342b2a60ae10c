import { type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * The tables of the first version, as Payload writes them, with three changes by hand. Visits are partitioned by month;
 * the program creates the partitions of a month when it needs them. Consents are deleted with their subscriber.
 * Conditions of partial indexes have values instead of parameters.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_cms_content_content_type" AS ENUM('text', 'image');
  CREATE TYPE "public"."enum_cms_content_status" AS ENUM('draft', 'published');
  CREATE TYPE "public"."enum__cms_content_v_version_content_type" AS ENUM('text', 'image');
  CREATE TYPE "public"."enum__cms_content_v_version_status" AS ENUM('draft', 'published');
  CREATE TYPE "public"."enum_cms_global_content_content_type" AS ENUM('text', 'image');
  CREATE TYPE "public"."enum_cms_global_content_status" AS ENUM('draft', 'published');
  CREATE TYPE "public"."enum__cms_global_content_v_version_content_type" AS ENUM('text', 'image');
  CREATE TYPE "public"."enum__cms_global_content_v_version_status" AS ENUM('draft', 'published');
  CREATE TYPE "public"."enum_faq_page" AS ENUM('home', 'cafe', 'cocktails', 'beer', 'kitchens', 'hall', 'community', 'common-room', 'letters', 'calendar', 'common-good', 'good-message', 'privacy', 'branding', 'secretkitchens', 'offline');
  CREATE TYPE "public"."enum_faq_status" AS ENUM('draft', 'published');
  CREATE TYPE "public"."enum__faq_v_version_page" AS ENUM('home', 'cafe', 'cocktails', 'beer', 'kitchens', 'hall', 'community', 'common-room', 'letters', 'calendar', 'common-good', 'good-message', 'privacy', 'branding', 'secretkitchens', 'offline');
  CREATE TYPE "public"."enum__faq_v_version_status" AS ENUM('draft', 'published');
  CREATE TYPE "public"."enum_scheduled_changes_action" AS ENUM('publish', 'unpublish');
  CREATE TYPE "public"."enum_scheduled_changes_instead" AS ENUM('nothing', 'previous', 'delivered');
  CREATE TYPE "public"."enum_scheduled_changes_state" AS ENUM('waiting', 'done', 'cancelled', 'failed');
  CREATE TYPE "public"."enum_mails_state" AS ENUM('queued', 'deferred', 'sending', 'sent', 'bounced', 'failed', 'unknown', 'cancelled', 'held');
  CREATE TYPE "public"."enum_letters_audience_interests" AS ENUM('Private Events & Bookings', 'Corporate Hospitality', 'Wine Tastings & Masterclasses', 'Cocktail Masterclasses', 'Beer & Brewing Events', 'Cooking Classes', 'Art & Creative Workshops', 'Film & Cinema', 'Networking Events', 'Live Music & Entertainment', 'Special Occasions & Celebrations', 'Wedding & Party Catering', 'Business Meetings & Workspace');
  CREATE TYPE "public"."enum_letters_state" AS ENUM('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled');
  CREATE TYPE "public"."enum__letters_v_version_audience_interests" AS ENUM('Private Events & Bookings', 'Corporate Hospitality', 'Wine Tastings & Masterclasses', 'Cocktail Masterclasses', 'Beer & Brewing Events', 'Cooking Classes', 'Art & Creative Workshops', 'Film & Cinema', 'Networking Events', 'Live Music & Entertainment', 'Special Occasions & Celebrations', 'Wedding & Party Catering', 'Business Meetings & Workspace');
  CREATE TYPE "public"."enum__letters_v_version_state" AS ENUM('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled');
  CREATE TYPE "public"."enum_menus_days" AS ENUM('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun');
  CREATE TYPE "public"."enum_menus_items_diets" AS ENUM('vegetarian', 'vegan', 'gluten_free', 'dairy_free', 'contains_nuts', 'halal', 'low_no');
  CREATE TYPE "public"."enum_menus_page" AS ENUM('cafe', 'cocktails', 'beer', 'kitchens', 'hall');
  CREATE TYPE "public"."enum__menus_v_version_days" AS ENUM('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun');
  CREATE TYPE "public"."enum__menus_v_version_items_diets" AS ENUM('vegetarian', 'vegan', 'gluten_free', 'dairy_free', 'contains_nuts', 'halal', 'low_no');
  CREATE TYPE "public"."enum__menus_v_version_page" AS ENUM('cafe', 'cocktails', 'beer', 'kitchens', 'hall');
  CREATE TYPE "public"."enum_taps_status" AS ENUM('pouring', 'next', 'gone');
  CREATE TYPE "public"."enum__taps_v_version_status" AS ENUM('pouring', 'next', 'gone');
  CREATE TYPE "public"."enum_events_areas" AS ENUM('Beer Hall', 'Cafe', 'Cocktail Bar', 'Common Room', 'Kitchens', 'Event Spaces');
  CREATE TYPE "public"."enum_events_interests" AS ENUM('Private Events & Bookings', 'Corporate Hospitality', 'Wine Tastings & Masterclasses', 'Cocktail Masterclasses', 'Beer & Brewing Events', 'Cooking Classes', 'Art & Creative Workshops', 'Film & Cinema', 'Networking Events', 'Live Music & Entertainment', 'Special Occasions & Celebrations', 'Wedding & Party Catering', 'Business Meetings & Workspace');
  CREATE TYPE "public"."enum_events_visibility" AS ENUM('public', 'members', 'secret');
  CREATE TYPE "public"."enum_events_payment" AS ENUM('free', 'credit', 'door');
  CREATE TYPE "public"."enum_events_status" AS ENUM('draft', 'published', 'cancelled', 'postponed', 'ended');
  CREATE TYPE "public"."enum__events_v_version_areas" AS ENUM('Beer Hall', 'Cafe', 'Cocktail Bar', 'Common Room', 'Kitchens', 'Event Spaces');
  CREATE TYPE "public"."enum__events_v_version_interests" AS ENUM('Private Events & Bookings', 'Corporate Hospitality', 'Wine Tastings & Masterclasses', 'Cocktail Masterclasses', 'Beer & Brewing Events', 'Cooking Classes', 'Art & Creative Workshops', 'Film & Cinema', 'Networking Events', 'Live Music & Entertainment', 'Special Occasions & Celebrations', 'Wedding & Party Catering', 'Business Meetings & Workspace');
  CREATE TYPE "public"."enum__events_v_version_visibility" AS ENUM('public', 'members', 'secret');
  CREATE TYPE "public"."enum__events_v_version_payment" AS ENUM('free', 'credit', 'door');
  CREATE TYPE "public"."enum__events_v_version_status" AS ENUM('draft', 'published', 'cancelled', 'postponed', 'ended');
  CREATE TYPE "public"."enum_redirects_match" AS ENUM('exact', 'prefix');
  CREATE TYPE "public"."enum_redirects_status" AS ENUM('301', '302');
  CREATE TYPE "public"."enum__redirects_v_version_match" AS ENUM('exact', 'prefix');
  CREATE TYPE "public"."enum__redirects_v_version_status" AS ENUM('301', '302');
  CREATE TYPE "public"."enum_causes_state" AS ENUM('open', 'funded', 'paid_out');
  CREATE TYPE "public"."enum__causes_v_version_state" AS ENUM('open', 'funded', 'paid_out');
  CREATE TYPE "public"."enum_users_role" AS ENUM('editor', 'publisher', 'admin');
  CREATE TYPE "public"."enum_subscribers_interests" AS ENUM('Private Events & Bookings', 'Corporate Hospitality', 'Wine Tastings & Masterclasses', 'Cocktail Masterclasses', 'Beer & Brewing Events', 'Cooking Classes', 'Art & Creative Workshops', 'Film & Cinema', 'Networking Events', 'Live Music & Entertainment', 'Special Occasions & Celebrations', 'Wedding & Party Catering', 'Business Meetings & Workspace');
  CREATE TYPE "public"."enum_subscribers_state" AS ENUM('pending', 'active', 'unsubscribed', 'bounced', 'complained');
  CREATE TYPE "public"."enum_consents_kind" AS ENUM('given', 'changed', 'withdrawn', 'restored');
  CREATE TYPE "public"."enum_members_interests" AS ENUM('Private Events & Bookings', 'Corporate Hospitality', 'Wine Tastings & Masterclasses', 'Cocktail Masterclasses', 'Beer & Brewing Events', 'Cooking Classes', 'Art & Creative Workshops', 'Film & Cinema', 'Networking Events', 'Live Music & Entertainment', 'Special Occasions & Celebrations', 'Wedding & Party Catering', 'Business Meetings & Workspace');
  CREATE TYPE "public"."enum_members_favourite_areas" AS ENUM('Beer Hall', 'Cafe', 'Cocktail Bar', 'Common Room', 'Kitchens', 'Event Spaces');
  CREATE TYPE "public"."enum_members_time_slots" AS ENUM('Morning', 'Afternoon', 'Evening', 'Late Night');
  CREATE TYPE "public"."enum_members_beer_styles" AS ENUM('IPA', 'Lager', 'Stout', 'Porter', 'Wheat Beer', 'Pilsner', 'Pale Ale', 'Saison', 'Sour Beer', 'Belgian', 'Cider');
  CREATE TYPE "public"."enum_nudges_interests" AS ENUM('Private Events & Bookings', 'Corporate Hospitality', 'Wine Tastings & Masterclasses', 'Cocktail Masterclasses', 'Beer & Brewing Events', 'Cooking Classes', 'Art & Creative Workshops', 'Film & Cinema', 'Networking Events', 'Live Music & Entertainment', 'Special Occasions & Celebrations', 'Wedding & Party Catering', 'Business Meetings & Workspace');
  CREATE TYPE "public"."enum_nudges_areas" AS ENUM('Beer Hall', 'Cafe', 'Cocktail Bar', 'Common Room', 'Kitchens', 'Event Spaces');
  CREATE TYPE "public"."enum_nudges_time_slots" AS ENUM('Morning', 'Afternoon', 'Evening', 'Late Night');
  CREATE TYPE "public"."enum_nudges_beer_styles" AS ENUM('IPA', 'Lager', 'Stout', 'Porter', 'Wheat Beer', 'Pilsner', 'Pale Ale', 'Saison', 'Sour Beer', 'Belgian', 'Cider');
  CREATE TYPE "public"."enum_nudges_audience" AS ENUM('everyone', 'members', 'chosen', 'person');
  CREATE TYPE "public"."enum_nudges_state" AS ENUM('draft', 'scheduled', 'sending', 'sent', 'cancelled');
  CREATE TYPE "public"."enum_venue_opening_hours_days" AS ENUM('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun');
  CREATE TYPE "public"."enum_venue_opening_hours_area" AS ENUM('Beer Hall', 'Cafe', 'Cocktail Bar', 'Common Room', 'Kitchens', 'Event Spaces');
  CREATE TYPE "public"."enum_venue_exceptions_area" AS ENUM('Beer Hall', 'Cafe', 'Cocktail Bar', 'Common Room', 'Kitchens', 'Event Spaces');
  CREATE TYPE "public"."enum_venue_hero_images_path" AS ENUM('/', '/cafe', '/cocktails', '/beer', '/kitchens', '/hall', '/community', '/common-room');
  CREATE TYPE "public"."enum__venue_v_version_opening_hours_days" AS ENUM('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun');
  CREATE TYPE "public"."enum__venue_v_version_opening_hours_area" AS ENUM('Beer Hall', 'Cafe', 'Cocktail Bar', 'Common Room', 'Kitchens', 'Event Spaces');
  CREATE TYPE "public"."enum__venue_v_version_exceptions_area" AS ENUM('Beer Hall', 'Cafe', 'Cocktail Bar', 'Common Room', 'Kitchens', 'Event Spaces');
  CREATE TYPE "public"."enum__venue_v_version_hero_images_path" AS ENUM('/', '/cafe', '/cocktails', '/beer', '/kitchens', '/hall', '/community', '/common-room');
  CREATE TABLE "editing_presence" (
  	"tab" text PRIMARY KEY NOT NULL,
  	"user_id" integer NOT NULL,
  	"name" text NOT NULL,
  	"page" text NOT NULL,
  	"place" text,
  	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "mail_pace" (
  	"id" integer PRIMARY KEY NOT NULL,
  	"free_at" timestamp with time zone NOT NULL,
  	"granted" double precision DEFAULT 0 NOT NULL
  );
  
  CREATE TABLE "mail_events" (
  	"id" text PRIMARY KEY NOT NULL,
  	"what" text NOT NULL,
  	"mail" integer,
  	"subscriber" integer,
  	"message_id" text,
  	"at" timestamp with time zone NOT NULL,
  	"reason" text,
  	"is_refusal" boolean DEFAULT false NOT NULL,
  	"reported_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"handled_at" timestamp with time zone
  );
  
  CREATE TABLE "letter_creations" (
  	"key" text PRIMARY KEY NOT NULL,
  	"letter" integer NOT NULL,
  	"saved_at" timestamp with time zone NOT NULL
  );
  
  CREATE TABLE "letter_editions" (
  	"letter" integer PRIMARY KEY NOT NULL,
  	"subject" text NOT NULL,
  	"html" text NOT NULL,
  	"text" text NOT NULL,
  	"menus" jsonb DEFAULT '[]'::jsonb NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "letter_links" (
  	"letter" integer NOT NULL,
  	"place" integer NOT NULL,
  	"url" text NOT NULL,
  	"label" text NOT NULL,
  	"clicks" integer DEFAULT 0 NOT NULL,
  	CONSTRAINT "letter_links_letter_place_pk" PRIMARY KEY("letter","place")
  );
  
  CREATE TABLE "media_files" (
  	"hash" text NOT NULL,
  	"width" integer NOT NULL,
  	"format" text NOT NULL,
  	"media_id" integer NOT NULL,
  	"bytes" "bytea" NOT NULL,
  	CONSTRAINT "media_files_hash_width_format_media_id_pk" PRIMARY KEY("hash","width","format","media_id")
  );
  
  CREATE TABLE "event_dates" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"event" integer NOT NULL,
  	"original_start" text NOT NULL,
  	"slug" text NOT NULL,
  	"own" jsonb DEFAULT '{}'::jsonb NOT NULL,
  	"status" text NOT NULL,
  	"visibility" text NOT NULL,
  	"title" text NOT NULL,
  	"summary" text NOT NULL,
  	"starts_at" timestamp with time zone NOT NULL,
  	"ends_at" timestamp with time zone NOT NULL,
  	"doors_at" timestamp with time zone,
  	"day" text NOT NULL,
  	"slot" text NOT NULL,
  	"areas" text[] NOT NULL,
  	"interests" text[] NOT NULL,
  	"picture" integer,
  	"capacity" integer,
  	"max_party" integer NOT NULL,
  	"payment" text NOT NULL,
  	"price" bigint NOT NULL,
  	"member_price" bigint NOT NULL,
  	"common_good_percent" integer NOT NULL,
  	"taken" integer DEFAULT 0 NOT NULL,
  	"sequence" integer DEFAULT 0 NOT NULL,
  	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"cancelled_at" timestamp with time zone,
  	CONSTRAINT "event_dates_slug_unique" UNIQUE("slug"),
  	CONSTRAINT "event_dates_original" UNIQUE("event","original_start")
  );
  
  CREATE TABLE "event_rsvps" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"date" integer NOT NULL,
  	"member" integer,
  	"name" text,
  	"email" text,
  	"party" integer NOT NULL,
  	"status" text NOT NULL,
  	"price" bigint DEFAULT 0 NOT NULL,
  	"payment" text NOT NULL,
  	"hold" integer,
  	"transfer" bigint,
  	"key" text NOT NULL,
  	"queue" double precision,
  	"queue_reason" text,
  	"link_version" integer DEFAULT 1 NOT NULL,
  	"confirmed_at" timestamp with time zone,
  	"held_until" timestamp with time zone,
  	"offered_until" timestamp with time zone,
  	"inside" integer DEFAULT 0 NOT NULL,
  	"checked_in_at" timestamp with time zone,
  	"cancelled_by" text,
  	"cancelled_at" timestamp with time zone,
  	"note" text,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"version" integer DEFAULT 1 NOT NULL,
  	CONSTRAINT "event_rsvps_key" UNIQUE("date","key")
  );
  
  CREATE TABLE "event_links" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"event" integer NOT NULL,
  	"date" integer,
  	"scope" text NOT NULL,
  	"token_hash" text NOT NULL,
  	"name" text NOT NULL,
  	"email" text,
  	"created_by" integer,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"revoked_at" timestamp with time zone,
  	"last_used_at" timestamp with time zone,
  	CONSTRAINT "event_links_token_hash_unique" UNIQUE("token_hash")
  );
  
  CREATE TABLE "event_messages" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"date" integer NOT NULL,
  	"audience" text NOT NULL,
  	"text" text NOT NULL,
  	"key" text NOT NULL,
  	"link" integer,
  	"staff" integer,
  	"recipients" integer NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	CONSTRAINT "event_messages_key" UNIQUE("date","key")
  );
  
  CREATE TABLE "event_notices" (
  	"rsvp" integer NOT NULL,
  	"notice" text NOT NULL,
  	"at" timestamp with time zone DEFAULT now() NOT NULL,
  	CONSTRAINT "event_notices_rsvp_notice_pk" PRIMARY KEY("rsvp","notice")
  );
  
  CREATE TABLE "event_feedback" (
  	"rsvp" integer PRIMARY KEY NOT NULL,
  	"date" integer NOT NULL,
  	"score" integer NOT NULL,
  	"text" text,
  	"at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "event_settings" (
  	"member" integer PRIMARY KEY NOT NULL,
  	"feed_version" integer DEFAULT 1 NOT NULL,
  	"wants_push" boolean DEFAULT true NOT NULL,
  	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "missing_paths" (
  	"path" text PRIMARY KEY NOT NULL,
  	"count" integer NOT NULL,
  	"first_at" timestamp with time zone NOT NULL,
  	"last_at" timestamp with time zone NOT NULL
  );
  
  CREATE TABLE "cause_payouts" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"key" text NOT NULL,
  	"cause" integer NOT NULL,
  	"amount" bigint NOT NULL,
  	"note" text NOT NULL,
  	"receipt" integer NOT NULL,
  	"account" text DEFAULT 'till:cash' NOT NULL,
  	"state" text DEFAULT 'requested' NOT NULL,
  	"requested_by" integer NOT NULL,
  	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"decided_by" integer,
  	"decided_at" timestamp with time zone,
  	"transfer" bigint,
  	CONSTRAINT "cause_payouts_key_unique" UNIQUE("key"),
  	CONSTRAINT "cause_payouts_transfer_unique" UNIQUE("transfer")
  );
  
  CREATE TABLE "cause_payout_reversals" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"key" text NOT NULL,
  	"payout" integer NOT NULL,
  	"reason" text NOT NULL,
  	"state" text DEFAULT 'requested' NOT NULL,
  	"requested_by" integer NOT NULL,
  	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"decided_by" integer,
  	"decided_at" timestamp with time zone,
  	"transfer" bigint,
  	CONSTRAINT "cause_payout_reversals_key_unique" UNIQUE("key"),
  	CONSTRAINT "cause_payout_reversals_transfer_unique" UNIQUE("transfer")
  );
  
  CREATE TABLE "common_good_earlier_limits" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"cents" bigint NOT NULL,
  	"ended_at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "common_good_messages" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"transfer" bigint,
  	"member" integer,
  	"text" text NOT NULL,
  	"name" text,
  	"state" text DEFAULT 'pending' NOT NULL,
  	"is_kept" boolean DEFAULT false NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"decided_at" timestamp with time zone,
  	"reported_at" timestamp with time zone
  );
  
  CREATE TABLE "common_good_requests" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"key" text NOT NULL,
  	"kind" text NOT NULL,
  	"amount" bigint NOT NULL,
  	"note" text NOT NULL,
  	"day" date,
  	"reverses" bigint,
  	"member" integer,
  	"state" text DEFAULT 'requested' NOT NULL,
  	"requested_by" integer NOT NULL,
  	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"decided_by" integer,
  	"decided_at" timestamp with time zone,
  	"transfers" bigint[],
  	CONSTRAINT "common_good_requests_key_unique" UNIQUE("key")
  );
  
  CREATE TABLE "ledger_accounts" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"code" text NOT NULL,
  	"kind" text NOT NULL,
  	"member" integer,
  	"currency" text NOT NULL,
  	"allows_overdraft" boolean NOT NULL,
  	"stripes" smallint NOT NULL,
  	"keeps_sums" boolean NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"closed_at" timestamp with time zone,
  	CONSTRAINT "ledger_accounts_code_unique" UNIQUE("code")
  );
  
  CREATE TABLE "ledger_balances" (
  	"account" integer NOT NULL,
  	"stripe" smallint NOT NULL,
  	"balance" bigint NOT NULL,
  	"held" bigint NOT NULL,
  	"version" bigint NOT NULL,
  	"hash" "bytea" NOT NULL,
  	"changed_at" timestamp with time zone NOT NULL,
  	"allows_overdraft" boolean NOT NULL,
  	"is_closed" boolean NOT NULL,
  	CONSTRAINT "ledger_balances_account_stripe_pk" PRIMARY KEY("account","stripe")
  );
  
  CREATE TABLE "ledger_transfers" (
  	"id" bigserial PRIMARY KEY NOT NULL,
  	"key" text NOT NULL,
  	"request_hash" "bytea" NOT NULL,
  	"kind" text NOT NULL,
  	"area" text,
  	"reference" text,
  	"reverses" bigint,
  	"hold" bigint,
  	"currency" text NOT NULL,
  	"day" date NOT NULL,
  	"event_at" timestamp with time zone NOT NULL,
  	"created_at" timestamp with time zone NOT NULL,
  	"actor" text NOT NULL,
  	"actor_id" integer,
  	"txid" bigint NOT NULL,
  	"hash" "bytea" NOT NULL,
  	CONSTRAINT "ledger_transfers_key_unique" UNIQUE("key"),
  	CONSTRAINT "ledger_transfers_reverses_unique" UNIQUE("reverses")
  );
  
  CREATE TABLE "ledger_entries" (
  	"transfer" bigint NOT NULL,
  	"account" integer NOT NULL,
  	"stripe" smallint NOT NULL,
  	"amount" bigint NOT NULL,
  	"balance" bigint NOT NULL,
  	"version" bigint NOT NULL,
  	"hash" "bytea" NOT NULL,
  	"created_at" timestamp with time zone NOT NULL,
  	CONSTRAINT "ledger_entries_transfer_account_stripe_pk" PRIMARY KEY("transfer","account","stripe"),
  	CONSTRAINT "ledger_entries_version_unique" UNIQUE("account","stripe","version")
  );
  
  CREATE TABLE "ledger_holds" (
  	"id" bigserial PRIMARY KEY NOT NULL,
  	"key" text NOT NULL,
  	"request_hash" "bytea" NOT NULL,
  	"from_account" integer NOT NULL,
  	"to_account" integer NOT NULL,
  	"amount" bigint NOT NULL,
  	"currency" text NOT NULL,
  	"kind" text NOT NULL,
  	"area" text,
  	"reference" text,
  	"expires_at" timestamp with time zone NOT NULL,
  	"status" text DEFAULT 'held' NOT NULL,
  	"posted" bigint,
  	"transfer" bigint,
  	"created_at" timestamp with time zone NOT NULL,
  	"ended_at" timestamp with time zone,
  	CONSTRAINT "ledger_holds_key_unique" UNIQUE("key")
  );
  
  CREATE TABLE "ledger_sums" (
  	"account" integer NOT NULL,
  	"stripe" smallint NOT NULL,
  	"month" date NOT NULL,
  	"kind" text NOT NULL,
  	"area" text NOT NULL,
  	"received" bigint NOT NULL,
  	"given" bigint NOT NULL,
  	"entries" integer NOT NULL,
  	CONSTRAINT "ledger_sums_account_stripe_month_kind_area_pk" PRIMARY KEY("account","stripe","month","kind","area")
  );
  
  CREATE TABLE "ledger_notes" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"transfer" bigint NOT NULL,
  	"text" text NOT NULL,
  	"staff" integer,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "ledger_receipts" (
  	"transfer" bigint PRIMARY KEY NOT NULL,
  	"text" text NOT NULL
  );
  
  CREATE TABLE "ledger_heads" (
  	"account" integer NOT NULL,
  	"stripe" smallint NOT NULL,
  	"version" bigint NOT NULL,
  	"hash" "bytea" NOT NULL,
  	CONSTRAINT "ledger_heads_account_stripe_pk" PRIMARY KEY("account","stripe")
  );
  
  CREATE TABLE "ledger_checks" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"started_at" timestamp with time zone NOT NULL,
  	"ended_at" timestamp with time zone NOT NULL,
  	"accounts" integer NOT NULL,
  	"transfers" bigint NOT NULL,
  	"entries" bigint NOT NULL,
  	"differences" jsonb NOT NULL,
  	"ok" boolean NOT NULL,
  	"cause" text NOT NULL,
  	"signature" text
  );
  
  CREATE TABLE "ledger_news" (
  	"id" bigint PRIMARY KEY NOT NULL,
  	"txid" bigint NOT NULL,
  	"next_id" bigint NOT NULL,
  	"next_txid" bigint NOT NULL,
  	"shown_id" bigint DEFAULT 0 NOT NULL
  );
  
  CREATE TABLE "till_closings" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"till" text NOT NULL,
  	"key" text NOT NULL,
  	"booked" bigint NOT NULL,
  	"counted" bigint NOT NULL,
  	"note" text,
  	"transfer" bigint,
  	"balance" bigint NOT NULL,
  	"staff" integer NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	CONSTRAINT "till_closings_key_unique" UNIQUE("key")
  );
  
  CREATE TABLE "cases" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"member" integer NOT NULL,
  	"transfer" bigint NOT NULL,
  	"text" text NOT NULL,
  	"state" text DEFAULT 'open' NOT NULL,
  	"answer" text,
  	"staff" integer,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"ended_at" timestamp with time zone
  );
  
  CREATE TABLE "card_payments" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"member" integer,
  	"account" text NOT NULL,
  	"key" text NOT NULL,
  	"amount" bigint NOT NULL,
  	"currency" text NOT NULL,
  	"session" text,
  	"url" text,
  	"transfer" bigint,
  	"net" bigint DEFAULT 0 NOT NULL,
  	"lost" bigint DEFAULT 0 NOT NULL,
  	"bookings" integer DEFAULT 0 NOT NULL,
  	"reads" integer DEFAULT 0 NOT NULL,
  	"check_at" timestamp with time zone,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	CONSTRAINT "card_payments_session_unique" UNIQUE("session"),
  	CONSTRAINT "card_payments_key_unique" UNIQUE("account","key")
  );
  
  CREATE TABLE "staff_sessions" (
  	"token_hash" text PRIMARY KEY NOT NULL,
  	"user" integer NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"proved_at" timestamp with time zone,
  	"replaced_at" timestamp with time zone
  );
  
  CREATE TABLE "staff_links" (
  	"token_hash" text PRIMARY KEY NOT NULL,
  	"user" integer NOT NULL,
  	"purpose" text NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"expires_at" timestamp with time zone NOT NULL
  );
  
  CREATE TABLE "staff_exposed_passwords" (
  	"user" integer PRIMARY KEY NOT NULL,
  	"told_at" timestamp with time zone
  );
  
  CREATE TABLE "staff_passkeys" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"user" integer NOT NULL,
  	"user_handle" text NOT NULL,
  	"credential" text NOT NULL,
  	"public_key" text NOT NULL,
  	"counter" bigint NOT NULL,
  	"transports" jsonb NOT NULL,
  	"aaguid" text NOT NULL,
  	"is_multi_device" boolean NOT NULL,
  	"is_backed_up" boolean NOT NULL,
  	"name" text NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"last_used_at" timestamp with time zone,
  	CONSTRAINT "staff_passkeys_credential_unique" UNIQUE("credential")
  );
  
  CREATE TABLE "staff_challenges" (
  	"challenge" text PRIMARY KEY NOT NULL,
  	"ceremony" text NOT NULL,
  	"holder" text NOT NULL,
  	"expires_at" timestamp with time zone NOT NULL
  );
  
  CREATE TABLE "subscription_requests" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"token_hash" text NOT NULL,
  	"email" text NOT NULL,
  	"subscriber" integer NOT NULL,
  	"wanted" jsonb NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"expires_at" timestamp with time zone NOT NULL,
  	"used_at" timestamp with time zone,
  	CONSTRAINT "subscription_requests_token_hash_unique" UNIQUE("token_hash")
  );
  
  CREATE TABLE "subscriber_imports" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"name" text NOT NULL,
  	"state" text NOT NULL,
  	"birthday_order" text NOT NULL,
  	"by_id" integer NOT NULL,
  	"by_name" text NOT NULL,
  	"refusal" text,
  	"header" jsonb,
  	"rows" integer DEFAULT 0 NOT NULL,
  	"tries" integer DEFAULT 0 NOT NULL,
  	"done" integer DEFAULT 0 NOT NULL,
  	"counts" jsonb,
  	"asks" boolean,
  	"settings" jsonb,
  	"layout" jsonb,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "subscriber_import_parts" (
  	"import_id" integer NOT NULL,
  	"number" integer NOT NULL,
  	"bytes" "bytea" NOT NULL,
  	"is_read" boolean DEFAULT false NOT NULL,
  	CONSTRAINT "subscriber_import_parts_import_id_number_pk" PRIMARY KEY("import_id","number")
  );
  
  CREATE TABLE "subscriber_import_rows" (
  	"import_id" integer NOT NULL,
  	"number" integer NOT NULL,
  	"email" text,
  	"cells" jsonb NOT NULL,
  	"verdict" text NOT NULL,
  	"reason" text,
  	"cell" text,
  	"omitted" jsonb,
  	"problem" text,
  	"remark" text,
  	CONSTRAINT "subscriber_import_rows_import_id_number_pk" PRIMARY KEY("import_id","number")
  );
  
  CREATE TABLE "member_codes" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"purpose" text NOT NULL,
  	"email" text NOT NULL,
  	"browser" text NOT NULL,
  	"salt" text NOT NULL,
  	"seal" text NOT NULL,
  	"about" jsonb,
  	"tries" integer DEFAULT 0 NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"expires_at" timestamp with time zone NOT NULL,
  	"used_at" timestamp with time zone
  );
  
  CREATE TABLE "member_sessions" (
  	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  	"member" integer NOT NULL,
  	"key" text NOT NULL,
  	"generation" integer DEFAULT 0 NOT NULL,
  	"follows" integer DEFAULT -1 NOT NULL,
  	"rotated_at" timestamp with time zone,
  	"presented_at" timestamp with time zone,
  	"method" text NOT NULL,
  	"handle" integer,
  	"user_agent" text NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"expires_at" timestamp with time zone NOT NULL,
  	"proved_at" timestamp with time zone,
  	CONSTRAINT "member_sessions_key_unique" UNIQUE("key")
  );
  
  CREATE TABLE "device_grants" (
  	"id" serial NOT NULL,
  	"device" text NOT NULL,
  	"member" integer NOT NULL,
  	"user_agent" text NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"expires_at" timestamp with time zone NOT NULL,
  	CONSTRAINT "device_grants_device_member_pk" PRIMARY KEY("device","member"),
  	CONSTRAINT "device_grants_id_unique" UNIQUE("id")
  );
  
  CREATE TABLE "signing_keys" (
  	"kid" text PRIMARY KEY NOT NULL,
  	"public_key" jsonb NOT NULL,
  	"private_key" text NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"signs_from" timestamp with time zone NOT NULL
  );
  
  CREATE TABLE "passkey_handles" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"handle" text NOT NULL,
  	"member" integer,
  	"linked_at" timestamp with time zone,
  	"unlinked_at" timestamp with time zone,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"replaced_in" text,
  	"replaced_until" timestamp with time zone,
  	CONSTRAINT "passkey_handles_handle_unique" UNIQUE("handle")
  );
  
  CREATE TABLE "passkeys" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"handle" integer NOT NULL,
  	"credential" text NOT NULL,
  	"public_key" text NOT NULL,
  	"counter" bigint NOT NULL,
  	"transports" jsonb NOT NULL,
  	"aaguid" text NOT NULL,
  	"is_multi_device" boolean NOT NULL,
  	"is_backed_up" boolean NOT NULL,
  	"rp_id" text NOT NULL,
  	"name" text,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"last_used_at" timestamp with time zone,
  	CONSTRAINT "passkeys_credential_unique" UNIQUE("credential")
  );
  
  CREATE TABLE "passkey_challenges" (
  	"challenge" text PRIMARY KEY NOT NULL,
  	"ceremony" text NOT NULL,
  	"browser" text NOT NULL,
  	"handle" text,
  	"member" integer,
  	"own" integer,
  	"owner" integer,
  	"expires_at" timestamp with time zone NOT NULL
  );
  
  CREATE TABLE "passkey_proofs" (
  	"browser" text NOT NULL,
  	"handle" integer NOT NULL,
  	"ceremony" text NOT NULL,
  	"at" timestamp with time zone DEFAULT now() NOT NULL,
  	"spent_at" timestamp with time zone,
  	CONSTRAINT "passkey_proofs_browser_handle_ceremony_pk" PRIMARY KEY("browser","handle","ceremony")
  );
  
  CREATE TABLE "credit_settings" (
  	"member" integer PRIMARY KEY NOT NULL,
  	"rounds_up" boolean NOT NULL,
  	"news" jsonb DEFAULT '{}'::jsonb NOT NULL,
  	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "credit_sends" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"member" integer,
  	"account" text NOT NULL,
  	"sender" text,
  	"email" text,
  	"amount" bigint NOT NULL,
  	"currency" text NOT NULL,
  	"key" text NOT NULL,
  	"token_hash" text NOT NULL,
  	"state" text DEFAULT 'waiting' NOT NULL,
  	"claimed_by" integer,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"expires_at" timestamp with time zone NOT NULL,
  	"ended_at" timestamp with time zone,
  	CONSTRAINT "credit_sends_token_hash_unique" UNIQUE("token_hash"),
  	CONSTRAINT "credit_sends_key_unique" UNIQUE("member","key")
  );
  
  CREATE TABLE "credit_news" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"member" integer NOT NULL,
  	"transfers" bigint[] NOT NULL,
  	"tries" integer DEFAULT 0 NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "push_devices" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"endpoint" text NOT NULL,
  	"endpoint_hash" text NOT NULL,
  	"p256dh" text NOT NULL,
  	"auth" text NOT NULL,
  	"key_hash" text NOT NULL,
  	"member" integer,
  	"user_agent" text NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"gone_at" timestamp with time zone,
  	"left_at" timestamp with time zone,
  	"accepted_at" timestamp with time zone,
  	"unanswered_nudge" integer,
  	"topics" jsonb,
  	"time_slots" jsonb,
  	"quiet_from" integer,
  	"quiet_to" integer,
  	CONSTRAINT "push_devices_endpoint_hash_unique" UNIQUE("endpoint_hash"),
  	CONSTRAINT "push_devices_key_hash_unique" UNIQUE("key_hash")
  );
  
  CREATE TABLE "nudge_deliveries" (
  	"id" bigserial PRIMARY KEY NOT NULL,
  	"nudge" integer NOT NULL,
  	"device" integer NOT NULL,
  	"person" text NOT NULL,
  	"state" text NOT NULL,
  	"worker" text,
  	"tries" integer DEFAULT 0 NOT NULL,
  	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"due_at" timestamp with time zone NOT NULL,
  	"expires_at" timestamp with time zone NOT NULL,
  	"handed_at" timestamp with time zone,
  	"accepted_at" timestamp with time zone,
  	"received_at" timestamp with time zone,
  	"shown_at" timestamp with time zone,
  	"clicked_at" timestamp with time zone,
  	"token" text NOT NULL,
  	"reason" text,
  	CONSTRAINT "nudge_deliveries_token_unique" UNIQUE("token"),
  	CONSTRAINT "nudge_deliveries_nudge_device" UNIQUE("nudge","device")
  );
  
  CREATE TABLE "nudge_views" (
  	"token" text PRIMARY KEY NOT NULL,
  	"nudge" integer NOT NULL,
  	"shown_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"clicked_at" timestamp with time zone
  );
  
  CREATE TABLE "user_sessions" (
  	"day" date NOT NULL,
  	"session_id" text NOT NULL,
  	"visitor_id" text NOT NULL,
  	"number" integer NOT NULL,
  	"user_id" integer,
  	"started_at" timestamp with time zone NOT NULL,
  	"last_at" timestamp with time zone NOT NULL,
  	"ended_at" timestamp with time zone,
  	"user_agent" text NOT NULL,
  	"referrer" text,
  	"device_type" text NOT NULL,
  	"browser" text NOT NULL,
  	"os" text NOT NULL,
  	"country" text,
  	"source" text,
  	"medium" text,
  	"campaign" text,
  	"is_authenticated" boolean NOT NULL,
  	"entry_page" text NOT NULL,
  	"exit_page" text NOT NULL,
  	"exit_at" timestamp with time zone,
  	"views" integer NOT NULL,
  	"interactions" integer NOT NULL,
  	"bot" text,
  	"is_data_center" boolean NOT NULL,
  	"is_automated" boolean DEFAULT false NOT NULL,
  	"segment" integer NOT NULL,
  	CONSTRAINT "user_sessions_day_session_id_pk" PRIMARY KEY("day","session_id")
  ) PARTITION BY RANGE ("day");
  
  CREATE TABLE "page_views" (
  	"day" date NOT NULL,
  	"session_id" text NOT NULL,
  	"id" text NOT NULL,
  	"user_id" integer,
  	"page_path" text NOT NULL,
  	"page_title" text NOT NULL,
  	"referrer" text,
  	"viewed_at" timestamp with time zone NOT NULL,
  	"time_spent_seconds" integer NOT NULL,
  	"scroll_depth_percent" integer NOT NULL,
  	"is_bounce" boolean NOT NULL,
  	"is_entry" boolean NOT NULL,
  	"lcp_ms" integer,
  	"inp_ms" integer,
  	"fcp_ms" integer,
  	"ttfb_ms" integer,
  	"cls" real,
  	CONSTRAINT "page_views_day_session_id_id_pk" PRIMARY KEY("day","session_id","id")
  ) PARTITION BY RANGE ("day");
  
  CREATE TABLE "user_journeys" (
  	"day" date NOT NULL,
  	"session_id" text NOT NULL,
  	"id" text NOT NULL,
  	"user_id" integer,
  	"from_page" text NOT NULL,
  	"to_page" text NOT NULL,
  	"transition_type" text NOT NULL,
  	"at" timestamp with time zone NOT NULL,
  	CONSTRAINT "user_journeys_day_session_id_id_pk" PRIMARY KEY("day","session_id","id")
  ) PARTITION BY RANGE ("day");
  
  CREATE TABLE "user_interactions" (
  	"day" date NOT NULL,
  	"session_id" text NOT NULL,
  	"id" text NOT NULL,
  	"user_id" integer,
  	"page_path" text NOT NULL,
  	"interaction_type" text NOT NULL,
  	"element_id" text,
  	"element_class" text,
  	"element_text" text,
  	"coordinates" jsonb,
  	"additional_data" jsonb,
  	"at" timestamp with time zone NOT NULL,
  	CONSTRAINT "user_interactions_day_session_id_id_pk" PRIMARY KEY("day","session_id","id")
  ) PARTITION BY RANGE ("day");
  
  CREATE TABLE "analytics_salts" (
  	"day" date PRIMARY KEY NOT NULL,
  	"salt" "bytea" NOT NULL
  );
  
  CREATE TABLE "analytics_segments" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"device_type" text NOT NULL,
  	"browser" text NOT NULL,
  	"os" text NOT NULL,
  	"country" text,
  	"is_authenticated" boolean NOT NULL,
  	"bot" text,
  	"source" text,
  	"medium" text,
  	"campaign" text,
  	CONSTRAINT "analytics_segments_unique" UNIQUE NULLS NOT DISTINCT("device_type","browser","os","country","is_authenticated","bot","source","medium","campaign")
  );
  
  CREATE TABLE "trail_deletions" (
  	"member" integer PRIMARY KEY NOT NULL,
  	"deleted_at" timestamp with time zone NOT NULL
  );
  
  CREATE TABLE "analytics_days" (
  	"day" date PRIMARY KEY NOT NULL,
  	"rolled_at" timestamp with time zone,
  	"dirty_at" timestamp with time zone,
  	"bot_rules" integer
  );
  
  CREATE TABLE "analytics_visits" (
  	"period" text NOT NULL,
  	"start" date NOT NULL,
  	"segment" integer NOT NULL,
  	"entry_page" text NOT NULL,
  	"earlier_segments" integer[] DEFAULT '{}' NOT NULL,
  	"earlier_entries" text[] DEFAULT '{}' NOT NULL,
  	"sessions" integer NOT NULL,
  	"visitors" integer NOT NULL,
  	"first_visits" integer DEFAULT 0 NOT NULL,
  	"firsts_of_origin" integer DEFAULT 0 NOT NULL,
  	"views" integer NOT NULL,
  	"bounces" integer NOT NULL,
  	"scroll" bigint NOT NULL
  );
  
  CREATE TABLE "analytics_pages" (
  	"period" text NOT NULL,
  	"start" date NOT NULL,
  	"segment" integer NOT NULL,
  	"page_path" text NOT NULL,
  	"earlier_segments" integer[] DEFAULT '{}' NOT NULL,
  	"sessions" integer NOT NULL,
  	"visitors" integer NOT NULL,
  	"first_visits" integer DEFAULT 0 NOT NULL,
  	"firsts_of_origin" integer DEFAULT 0 NOT NULL,
  	"views" integer NOT NULL,
  	"bounces" integer NOT NULL,
  	"scroll" bigint NOT NULL,
  	"entries" integer NOT NULL,
  	"exits" integer NOT NULL
  );
  
  CREATE TABLE "analytics_times" (
  	"period" text NOT NULL,
  	"start" date NOT NULL,
  	"device_type" text NOT NULL,
  	"is_authenticated" boolean NOT NULL,
  	"bot" text,
  	"page_path" text NOT NULL,
  	"seconds" integer NOT NULL,
  	"views" integer NOT NULL
  );
  
  CREATE TABLE "analytics_moves" (
  	"period" text NOT NULL,
  	"start" date NOT NULL,
  	"device_type" text NOT NULL,
  	"is_authenticated" boolean NOT NULL,
  	"bot" text,
  	"from_page" text NOT NULL,
  	"to_page" text NOT NULL,
  	"transition_type" text NOT NULL,
  	"moves" integer NOT NULL,
  	"sessions" integer NOT NULL
  );
  
  CREATE TABLE "analytics_actions" (
  	"period" text NOT NULL,
  	"start" date NOT NULL,
  	"device_type" text NOT NULL,
  	"is_authenticated" boolean NOT NULL,
  	"bot" text,
  	"page_path" text NOT NULL,
  	"interaction_type" text NOT NULL,
  	"element" text,
  	"interactions" integer NOT NULL,
  	"sessions" integer NOT NULL
  );
  
  CREATE TABLE "analytics_vitals" (
  	"period" text NOT NULL,
  	"start" date NOT NULL,
  	"device_type" text NOT NULL,
  	"is_authenticated" boolean NOT NULL,
  	"bot" text,
  	"page_path" text NOT NULL,
  	"metric" text NOT NULL,
  	"value" integer NOT NULL,
  	"views" integer NOT NULL
  );
  
  CREATE TABLE "analytics_funnels" (
  	"period" text NOT NULL,
  	"start" date NOT NULL,
  	"segment" integer NOT NULL,
  	"funnel" text NOT NULL,
  	"step" smallint NOT NULL,
  	"sessions" integer NOT NULL
  );
  
  CREATE TABLE "analytics_months" (
  	"start" date PRIMARY KEY NOT NULL,
  	"rolled_at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "analytics_own_funnels" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"name" text NOT NULL,
  	"steps" jsonb NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
  	"counted_at" timestamp with time zone
  );
  
  CREATE TABLE "limits" (
  	"key" text PRIMARY KEY NOT NULL,
  	"taken" integer NOT NULL,
  	"free_at" timestamp with time zone NOT NULL
  );
  
  CREATE TABLE "security_counts" (
  	"hour" timestamp with time zone NOT NULL,
  	"kind" text NOT NULL,
  	"client" text NOT NULL,
  	"count" integer NOT NULL,
  	CONSTRAINT "security_counts_hour_kind_client_pk" PRIMARY KEY("hour","kind","client")
  );
  
  CREATE TABLE "worker_beats" (
  	"worker" text PRIMARY KEY NOT NULL,
  	"beat_at" timestamp with time zone NOT NULL
  );
  
  CREATE TABLE "push_keys" (
  	"id" integer PRIMARY KEY NOT NULL,
  	"public_key" text NOT NULL,
  	"private_key" text NOT NULL,
  	"created_at" timestamp with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "cms_content" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"content_data" jsonb,
  	"page" varchar,
  	"section" varchar,
  	"content_key" varchar,
  	"content_type" "enum_cms_content_content_type" DEFAULT 'text',
  	"published" boolean DEFAULT false,
  	"created_by_id" integer,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"_status" "enum_cms_content_status" DEFAULT 'draft'
  );
  
  CREATE TABLE "_cms_content_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_content_data" jsonb,
  	"version_page" varchar,
  	"version_section" varchar,
  	"version_content_key" varchar,
  	"version_content_type" "enum__cms_content_v_version_content_type" DEFAULT 'text',
  	"version_published" boolean DEFAULT false,
  	"version_created_by_id" integer,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version__status" "enum__cms_content_v_version_status" DEFAULT 'draft',
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"latest" boolean
  );
  
  CREATE TABLE "cms_global_content" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"content_data" jsonb,
  	"content_key" varchar,
  	"content_type" "enum_cms_global_content_content_type" DEFAULT 'text',
  	"content_value" varchar,
  	"published" boolean DEFAULT false,
  	"created_by_id" integer,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"_status" "enum_cms_global_content_status" DEFAULT 'draft'
  );
  
  CREATE TABLE "_cms_global_content_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_content_data" jsonb,
  	"version_content_key" varchar,
  	"version_content_type" "enum__cms_global_content_v_version_content_type" DEFAULT 'text',
  	"version_content_value" varchar,
  	"version_published" boolean DEFAULT false,
  	"version_created_by_id" integer,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version__status" "enum__cms_global_content_v_version_status" DEFAULT 'draft',
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"latest" boolean
  );
  
  CREATE TABLE "faq" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"page" "enum_faq_page",
  	"question" varchar,
  	"answer" varchar,
  	"position" numeric,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"deleted_at" timestamp(3) with time zone,
  	"_status" "enum_faq_status" DEFAULT 'draft'
  );
  
  CREATE TABLE "_faq_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_page" "enum__faq_v_version_page",
  	"version_question" varchar,
  	"version_answer" varchar,
  	"version_position" numeric,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version_deleted_at" timestamp(3) with time zone,
  	"version__status" "enum__faq_v_version_status" DEFAULT 'draft',
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"latest" boolean
  );
  
  CREATE TABLE "scheduled_changes" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"page" varchar NOT NULL,
  	"section" varchar NOT NULL,
  	"content_key" varchar NOT NULL,
  	"action" "enum_scheduled_changes_action" NOT NULL,
  	"instead" "enum_scheduled_changes_instead",
  	"at" timestamp(3) with time zone NOT NULL,
  	"revision" numeric,
  	"batch" varchar NOT NULL,
  	"tries" numeric DEFAULT 0 NOT NULL,
  	"retry_at" timestamp(3) with time zone,
  	"state" "enum_scheduled_changes_state" DEFAULT 'waiting' NOT NULL,
  	"by_name" varchar,
  	"by_id" numeric,
  	"done_at" timestamp(3) with time zone,
  	"failure" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "mails" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"subject" varchar NOT NULL,
  	"to_address" varchar NOT NULL,
  	"to_name" varchar,
  	"kind" varchar NOT NULL,
  	"state" "enum_mails_state" DEFAULT 'queued' NOT NULL,
  	"tries" numeric DEFAULT 0 NOT NULL,
  	"next_at" timestamp(3) with time zone NOT NULL,
  	"sent_at" timestamp(3) with time zone,
  	"response" varchar,
  	"error" varchar,
  	"key" varchar NOT NULL,
  	"priority" numeric DEFAULT 10 NOT NULL,
  	"html" varchar,
  	"text" varchar,
  	"sealed" varchar,
  	"headers" jsonb,
  	"attachments" jsonb,
  	"expires_at" timestamp(3) with time zone,
  	"letter" numeric,
  	"subscriber" numeric,
  	"shows" numeric,
  	"worker" varchar,
  	"handed_at" timestamp(3) with time zone,
  	"message_id" varchar,
  	"stopped" varchar,
  	"complained_at" timestamp(3) with time zone,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "mail_texts" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"mail" varchar NOT NULL,
  	"name" varchar,
  	"subject" varchar,
  	"heading" varchar,
  	"opening" varchar,
  	"closing" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "_mail_texts_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_mail" varchar NOT NULL,
  	"version_name" varchar,
  	"version_subject" varchar,
  	"version_heading" varchar,
  	"version_opening" varchar,
  	"version_closing" varchar,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "letters_audience_interests" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_letters_audience_interests",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "letters" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"subject" varchar,
  	"preheader" varchar,
  	"body" jsonb,
  	"audience_own_topics" jsonb DEFAULT '[]'::jsonb,
  	"audience_birthday_this_month" boolean DEFAULT false,
  	"audience_joined_since" varchar,
  	"event_date" numeric,
  	"is_public" boolean DEFAULT false,
  	"state" "enum_letters_state" DEFAULT 'draft' NOT NULL,
  	"send_at" timestamp(3) with time zone,
  	"started_at" timestamp(3) with time zone,
  	"finished_at" timestamp(3) with time zone,
  	"last_error" varchar,
  	"slug" varchar,
  	"tries" numeric DEFAULT 0 NOT NULL,
  	"retry_at" timestamp(3) with time zone,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"deleted_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "_letters_v_version_audience_interests" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum__letters_v_version_audience_interests",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "_letters_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_subject" varchar,
  	"version_preheader" varchar,
  	"version_body" jsonb,
  	"version_audience_own_topics" jsonb DEFAULT '[]'::jsonb,
  	"version_audience_birthday_this_month" boolean DEFAULT false,
  	"version_audience_joined_since" varchar,
  	"version_event_date" numeric,
  	"version_is_public" boolean DEFAULT false,
  	"version_state" "enum__letters_v_version_state" DEFAULT 'draft' NOT NULL,
  	"version_send_at" timestamp(3) with time zone,
  	"version_started_at" timestamp(3) with time zone,
  	"version_finished_at" timestamp(3) with time zone,
  	"version_last_error" varchar,
  	"version_slug" varchar,
  	"version_tries" numeric DEFAULT 0 NOT NULL,
  	"version_retry_at" timestamp(3) with time zone,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version_deleted_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "media" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"alt" varchar NOT NULL,
  	"picture" jsonb,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"deleted_at" timestamp(3) with time zone,
  	"url" varchar,
  	"thumbnail_u_r_l" varchar,
  	"filename" varchar,
  	"mime_type" varchar,
  	"filesize" numeric,
  	"width" numeric,
  	"height" numeric,
  	"focal_x" numeric,
  	"focal_y" numeric
  );
  
  CREATE TABLE "menus_days" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_menus_days",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "menus_items_diets" (
  	"order" integer NOT NULL,
  	"parent_id" varchar NOT NULL,
  	"value" "enum_menus_items_diets",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "menus_items" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"name" varchar NOT NULL,
  	"description" varchar,
  	"price_cents" numeric,
  	"price_note" varchar,
  	"sold_out_on" varchar
  );
  
  CREATE TABLE "menus" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"title" varchar NOT NULL,
  	"page" "enum_menus_page" NOT NULL,
  	"position" numeric DEFAULT 0 NOT NULL,
  	"available" varchar,
  	"note" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"deleted_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "_menus_v_version_days" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum__menus_v_version_days",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "_menus_v_version_items_diets" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum__menus_v_version_items_diets",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "_menus_v_version_items" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"name" varchar NOT NULL,
  	"description" varchar,
  	"price_cents" numeric,
  	"price_note" varchar,
  	"sold_out_on" varchar,
  	"_uuid" varchar
  );
  
  CREATE TABLE "_menus_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_title" varchar NOT NULL,
  	"version_page" "enum__menus_v_version_page" NOT NULL,
  	"version_position" numeric DEFAULT 0 NOT NULL,
  	"version_available" varchar,
  	"version_note" varchar,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version_deleted_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "taps" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"name" varchar NOT NULL,
  	"number" numeric,
  	"status" "enum_taps_status" DEFAULT 'next' NOT NULL,
  	"brewery" varchar NOT NULL,
  	"place" varchar,
  	"style" varchar NOT NULL,
  	"abv" numeric NOT NULL,
  	"half_cents" numeric NOT NULL,
  	"pint_cents" numeric,
  	"notes" varchar,
  	"vegan" boolean DEFAULT false,
  	"gluten_free" boolean DEFAULT false,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"deleted_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "_taps_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_name" varchar NOT NULL,
  	"version_number" numeric,
  	"version_status" "enum__taps_v_version_status" DEFAULT 'next' NOT NULL,
  	"version_brewery" varchar NOT NULL,
  	"version_place" varchar,
  	"version_style" varchar NOT NULL,
  	"version_abv" numeric NOT NULL,
  	"version_half_cents" numeric NOT NULL,
  	"version_pint_cents" numeric,
  	"version_notes" varchar,
  	"version_vegan" boolean DEFAULT false,
  	"version_gluten_free" boolean DEFAULT false,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version_deleted_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "events_areas" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_events_areas",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "events_interests" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_events_interests",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "events" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"title" varchar NOT NULL,
  	"summary" varchar NOT NULL,
  	"start" varchar NOT NULL,
  	"end" varchar NOT NULL,
  	"doors" varchar,
  	"later_hour" boolean DEFAULT false,
  	"rule" varchar,
  	"left_out" jsonb,
  	"continues_id" integer,
  	"body" varchar,
  	"picture_id" integer,
  	"slug" varchar NOT NULL,
  	"visibility" "enum_events_visibility" DEFAULT 'public' NOT NULL,
  	"capacity" numeric,
  	"max_party" numeric DEFAULT 6 NOT NULL,
  	"payment" "enum_events_payment" DEFAULT 'free' NOT NULL,
  	"price_cents" numeric,
  	"member_price_cents" numeric,
  	"common_good_percent" numeric DEFAULT 1 NOT NULL,
  	"organiser_name" varchar,
  	"organiser_email" varchar,
  	"status" "enum_events_status" DEFAULT 'draft' NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"deleted_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "_events_v_version_areas" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum__events_v_version_areas",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "_events_v_version_interests" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum__events_v_version_interests",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "_events_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_title" varchar NOT NULL,
  	"version_summary" varchar NOT NULL,
  	"version_start" varchar NOT NULL,
  	"version_end" varchar NOT NULL,
  	"version_doors" varchar,
  	"version_later_hour" boolean DEFAULT false,
  	"version_rule" varchar,
  	"version_left_out" jsonb,
  	"version_continues_id" integer,
  	"version_body" varchar,
  	"version_picture_id" integer,
  	"version_slug" varchar NOT NULL,
  	"version_visibility" "enum__events_v_version_visibility" DEFAULT 'public' NOT NULL,
  	"version_capacity" numeric,
  	"version_max_party" numeric DEFAULT 6 NOT NULL,
  	"version_payment" "enum__events_v_version_payment" DEFAULT 'free' NOT NULL,
  	"version_price_cents" numeric,
  	"version_member_price_cents" numeric,
  	"version_common_good_percent" numeric DEFAULT 1 NOT NULL,
  	"version_organiser_name" varchar,
  	"version_organiser_email" varchar,
  	"version_status" "enum__events_v_version_status" DEFAULT 'draft' NOT NULL,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version_deleted_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "redirects" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"from" varchar NOT NULL,
  	"to" varchar NOT NULL,
  	"match" "enum_redirects_match" DEFAULT 'exact' NOT NULL,
  	"status" "enum_redirects_status" DEFAULT '301' NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"deleted_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "_redirects_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_from" varchar NOT NULL,
  	"version_to" varchar NOT NULL,
  	"version_match" "enum__redirects_v_version_match" DEFAULT 'exact' NOT NULL,
  	"version_status" "enum__redirects_v_version_status" DEFAULT '301' NOT NULL,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version_deleted_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "causes" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"title" varchar NOT NULL,
  	"slug" varchar NOT NULL,
  	"text" varchar NOT NULL,
  	"picture_id" integer,
  	"goal_cents" numeric NOT NULL,
  	"state" "enum_causes_state" DEFAULT 'open' NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"deleted_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "_causes_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"parent_id" integer,
  	"version_title" varchar NOT NULL,
  	"version_slug" varchar NOT NULL,
  	"version_text" varchar NOT NULL,
  	"version_picture_id" integer,
  	"version_goal_cents" numeric NOT NULL,
  	"version_state" "enum__causes_v_version_state" DEFAULT 'open' NOT NULL,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"version_deleted_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "users" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"name" varchar NOT NULL,
  	"role" "enum_users_role" DEFAULT 'editor' NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"email" varchar NOT NULL,
  	"reset_password_token" varchar,
  	"reset_password_expiration" timestamp(3) with time zone,
  	"salt" varchar,
  	"hash" varchar,
  	"reset_password_requested_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "subscribers_interests" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_subscribers_interests",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "subscribers" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"email" varchar NOT NULL,
  	"name" varchar,
  	"state" "enum_subscribers_state" DEFAULT 'pending' NOT NULL,
  	"own_topics" jsonb DEFAULT '[]'::jsonb,
  	"phone" varchar,
  	"birthday_day" numeric,
  	"birthday_month" numeric,
  	"paused_until" timestamp(3) with time zone,
  	"source" varchar,
  	"confirmed_at" timestamp(3) with time zone,
  	"joined_at" timestamp(3) with time zone,
  	"left_at" timestamp(3) with time zone,
  	"stopped_because" varchar,
  	"soft_bounces" numeric DEFAULT 0 NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "consents" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"subscriber_id" integer NOT NULL,
  	"kind" "enum_consents_kind" NOT NULL,
  	"at" timestamp(3) with time zone NOT NULL,
  	"asked_at" timestamp(3) with time zone,
  	"how" varchar NOT NULL,
  	"wording" varchar,
  	"version" varchar,
  	"interests" jsonb,
  	"letter" numeric,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "suppressions" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"hash" varchar NOT NULL,
  	"reason" varchar NOT NULL,
  	"at" timestamp(3) with time zone NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "members_interests" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_members_interests",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "members_favourite_areas" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_members_favourite_areas",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "members_time_slots" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_members_time_slots",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "members_beer_styles" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_members_beer_styles",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "members" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"email" varchar NOT NULL,
  	"name" varchar,
  	"phone" varchar,
  	"birthday_day" numeric,
  	"birthday_month" numeric,
  	"last_seen_at" timestamp(3) with time zone,
  	"suspended_at" timestamp(3) with time zone,
  	"delete_at" timestamp(3) with time zone,
  	"analytics_consent" boolean DEFAULT false NOT NULL,
  	"analytics_consent_at" timestamp(3) with time zone,
  	"source" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "nudges_interests" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_nudges_interests",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "nudges_areas" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_nudges_areas",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "nudges_time_slots" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_nudges_time_slots",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "nudges_beer_styles" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_nudges_beer_styles",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "nudges" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"text" varchar,
  	"title" varchar,
  	"link" varchar,
  	"icon_id" integer,
  	"audience" "enum_nudges_audience" DEFAULT 'everyone',
  	"own_topics" jsonb DEFAULT '[]'::jsonb,
  	"person_id" integer,
  	"event_date" numeric,
  	"ttl_minutes" numeric DEFAULT 60,
  	"urgent" boolean DEFAULT false,
  	"state" "enum_nudges_state" DEFAULT 'draft' NOT NULL,
  	"at" timestamp(3) with time zone,
  	"sent_at" timestamp(3) with time zone,
  	"in_slot" boolean DEFAULT false,
  	"missed_at" timestamp(3) with time zone,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "audit" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"action" varchar NOT NULL,
  	"subject" varchar NOT NULL,
  	"by_name" varchar,
  	"by_id" numeric,
  	"of_collection" varchar,
  	"document" varchar,
  	"version" numeric,
  	"details" jsonb,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "payload_kv" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"key" varchar NOT NULL,
  	"data" jsonb NOT NULL
  );
  
  CREATE TABLE "payload_preferences" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"key" varchar,
  	"value" jsonb,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "payload_preferences_rels" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order" integer,
  	"parent_id" integer NOT NULL,
  	"path" varchar NOT NULL,
  	"users_id" integer
  );
  
  CREATE TABLE "payload_migrations" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"name" varchar,
  	"batch" numeric,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "venue_social" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"label" varchar NOT NULL,
  	"url" varchar NOT NULL
  );
  
  CREATE TABLE "venue_opening_hours_days" (
  	"order" integer NOT NULL,
  	"parent_id" varchar NOT NULL,
  	"value" "enum_venue_opening_hours_days",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "venue_opening_hours" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"area" "enum_venue_opening_hours_area" NOT NULL,
  	"opens" varchar NOT NULL,
  	"closes" varchar NOT NULL
  );
  
  CREATE TABLE "venue_exceptions" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"date" varchar NOT NULL,
  	"area" "enum_venue_exceptions_area",
  	"closed" boolean DEFAULT false,
  	"opens" varchar,
  	"closes" varchar,
  	"note" varchar,
  	"at_short_notice" boolean DEFAULT false
  );
  
  CREATE TABLE "venue_topics" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"name" varchar NOT NULL
  );
  
  CREATE TABLE "venue_hero_images" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"path" "enum_venue_hero_images_path" NOT NULL
  );
  
  CREATE TABLE "venue" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"product_name" varchar NOT NULL,
  	"brand_text" varchar,
  	"tagline" varchar,
  	"copyright" varchar,
  	"is_demo" boolean DEFAULT false,
  	"time_zone" varchar DEFAULT 'Europe/London' NOT NULL,
  	"currency" varchar DEFAULT 'GBP' NOT NULL,
  	"second_person_cents" numeric DEFAULT 5000 NOT NULL,
  	"contact_street" varchar,
  	"contact_locality" varchar,
  	"contact_postcode" varchar,
  	"contact_country" varchar DEFAULT 'GB',
  	"contact_latitude" numeric,
  	"contact_longitude" numeric,
  	"contact_phone" varchar,
  	"contact_email" varchar,
  	"contact_map_url" varchar,
  	"waking_from" varchar DEFAULT '08:00' NOT NULL,
  	"waking_until" varchar DEFAULT '22:00' NOT NULL,
  	"updated_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "venue_rels" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order" integer,
  	"parent_id" integer NOT NULL,
  	"path" varchar NOT NULL,
  	"media_id" integer
  );
  
  CREATE TABLE "_venue_v_version_social" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"label" varchar NOT NULL,
  	"url" varchar NOT NULL,
  	"_uuid" varchar
  );
  
  CREATE TABLE "_venue_v_version_opening_hours_days" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum__venue_v_version_opening_hours_days",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  CREATE TABLE "_venue_v_version_opening_hours" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"area" "enum__venue_v_version_opening_hours_area" NOT NULL,
  	"opens" varchar NOT NULL,
  	"closes" varchar NOT NULL,
  	"_uuid" varchar
  );
  
  CREATE TABLE "_venue_v_version_exceptions" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"date" varchar NOT NULL,
  	"area" "enum__venue_v_version_exceptions_area",
  	"closed" boolean DEFAULT false,
  	"opens" varchar,
  	"closes" varchar,
  	"note" varchar,
  	"at_short_notice" boolean DEFAULT false,
  	"_uuid" varchar
  );
  
  CREATE TABLE "_venue_v_version_topics" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"name" varchar NOT NULL,
  	"_uuid" varchar
  );
  
  CREATE TABLE "_venue_v_version_hero_images" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" serial PRIMARY KEY NOT NULL,
  	"path" "enum__venue_v_version_hero_images_path" NOT NULL,
  	"_uuid" varchar
  );
  
  CREATE TABLE "_venue_v" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"version_product_name" varchar NOT NULL,
  	"version_brand_text" varchar,
  	"version_tagline" varchar,
  	"version_copyright" varchar,
  	"version_is_demo" boolean DEFAULT false,
  	"version_time_zone" varchar DEFAULT 'Europe/London' NOT NULL,
  	"version_currency" varchar DEFAULT 'GBP' NOT NULL,
  	"version_second_person_cents" numeric DEFAULT 5000 NOT NULL,
  	"version_contact_street" varchar,
  	"version_contact_locality" varchar,
  	"version_contact_postcode" varchar,
  	"version_contact_country" varchar DEFAULT 'GB',
  	"version_contact_latitude" numeric,
  	"version_contact_longitude" numeric,
  	"version_contact_phone" varchar,
  	"version_contact_email" varchar,
  	"version_contact_map_url" varchar,
  	"version_waking_from" varchar DEFAULT '08:00' NOT NULL,
  	"version_waking_until" varchar DEFAULT '22:00' NOT NULL,
  	"version_updated_at" timestamp(3) with time zone,
  	"version_created_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "_venue_v_rels" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order" integer,
  	"parent_id" integer NOT NULL,
  	"path" varchar NOT NULL,
  	"media_id" integer
  );
  
  CREATE TABLE "accounting" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"till_cash" varchar DEFAULT '1000',
  	"till_card" varchar DEFAULT '1010',
  	"clearing_stripe" varchar DEFAULT '1020',
  	"clearing_opening" varchar DEFAULT '1090',
  	"clearing_claims" varchar DEFAULT '1710',
  	"clearing_bank" varchar DEFAULT '1200',
  	"member" varchar DEFAULT '1700',
  	"common_good" varchar DEFAULT '1720',
  	"cause" varchar DEFAULT '1730',
  	"venue" varchar DEFAULT '4400',
  	"updated_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "automations" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"welcome_on" boolean DEFAULT false,
  	"welcome_subject" varchar,
  	"welcome_preheader" varchar,
  	"welcome_body" jsonb,
  	"birthday_on" boolean DEFAULT false,
  	"birthday_subject" varchar,
  	"birthday_preheader" varchar,
  	"birthday_body" jsonb,
  	"updated_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "membership" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"updated_at" timestamp(3) with time zone,
  	"created_at" timestamp(3) with time zone
  );
  
  CREATE TABLE "membership_texts" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"path" varchar NOT NULL,
  	"text" varchar
  );
  
  ALTER TABLE "subscriber_import_parts" ADD CONSTRAINT "subscriber_import_parts_import_id_subscriber_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."subscriber_imports"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "subscriber_import_rows" ADD CONSTRAINT "subscriber_import_rows_import_id_subscriber_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."subscriber_imports"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_handle_passkey_handles_id_fk" FOREIGN KEY ("handle") REFERENCES "public"."passkey_handles"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "passkey_proofs" ADD CONSTRAINT "passkey_proofs_handle_passkey_handles_id_fk" FOREIGN KEY ("handle") REFERENCES "public"."passkey_handles"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "cms_content" ADD CONSTRAINT "cms_content_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_cms_content_v" ADD CONSTRAINT "_cms_content_v_parent_id_cms_content_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."cms_content"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_cms_content_v" ADD CONSTRAINT "_cms_content_v_version_created_by_id_users_id_fk" FOREIGN KEY ("version_created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "cms_global_content" ADD CONSTRAINT "cms_global_content_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_cms_global_content_v" ADD CONSTRAINT "_cms_global_content_v_parent_id_cms_global_content_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."cms_global_content"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_cms_global_content_v" ADD CONSTRAINT "_cms_global_content_v_version_created_by_id_users_id_fk" FOREIGN KEY ("version_created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_faq_v" ADD CONSTRAINT "_faq_v_parent_id_faq_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."faq"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_mail_texts_v" ADD CONSTRAINT "_mail_texts_v_parent_id_mail_texts_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."mail_texts"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "letters_audience_interests" ADD CONSTRAINT "letters_audience_interests_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."letters"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_letters_v_version_audience_interests" ADD CONSTRAINT "_letters_v_version_audience_interests_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."_letters_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_letters_v" ADD CONSTRAINT "_letters_v_parent_id_letters_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."letters"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "menus_days" ADD CONSTRAINT "menus_days_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."menus"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "menus_items_diets" ADD CONSTRAINT "menus_items_diets_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."menus_items"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "menus_items" ADD CONSTRAINT "menus_items_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."menus"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_menus_v_version_days" ADD CONSTRAINT "_menus_v_version_days_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."_menus_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_menus_v_version_items_diets" ADD CONSTRAINT "_menus_v_version_items_diets_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."_menus_v_version_items"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_menus_v_version_items" ADD CONSTRAINT "_menus_v_version_items_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."_menus_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_menus_v" ADD CONSTRAINT "_menus_v_parent_id_menus_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."menus"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_taps_v" ADD CONSTRAINT "_taps_v_parent_id_taps_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."taps"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "events_areas" ADD CONSTRAINT "events_areas_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "events_interests" ADD CONSTRAINT "events_interests_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "events" ADD CONSTRAINT "events_continues_id_events_id_fk" FOREIGN KEY ("continues_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "events" ADD CONSTRAINT "events_picture_id_media_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_events_v_version_areas" ADD CONSTRAINT "_events_v_version_areas_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."_events_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_events_v_version_interests" ADD CONSTRAINT "_events_v_version_interests_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."_events_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_events_v" ADD CONSTRAINT "_events_v_parent_id_events_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_events_v" ADD CONSTRAINT "_events_v_version_continues_id_events_id_fk" FOREIGN KEY ("version_continues_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_events_v" ADD CONSTRAINT "_events_v_version_picture_id_media_id_fk" FOREIGN KEY ("version_picture_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_redirects_v" ADD CONSTRAINT "_redirects_v_parent_id_redirects_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."redirects"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "causes" ADD CONSTRAINT "causes_picture_id_media_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_causes_v" ADD CONSTRAINT "_causes_v_parent_id_causes_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."causes"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "_causes_v" ADD CONSTRAINT "_causes_v_version_picture_id_media_id_fk" FOREIGN KEY ("version_picture_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "subscribers_interests" ADD CONSTRAINT "subscribers_interests_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."subscribers"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "consents" ADD CONSTRAINT "consents_subscriber_id_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."subscribers"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "members_interests" ADD CONSTRAINT "members_interests_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "members_favourite_areas" ADD CONSTRAINT "members_favourite_areas_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "members_time_slots" ADD CONSTRAINT "members_time_slots_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "members_beer_styles" ADD CONSTRAINT "members_beer_styles_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "nudges_interests" ADD CONSTRAINT "nudges_interests_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."nudges"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "nudges_areas" ADD CONSTRAINT "nudges_areas_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."nudges"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "nudges_time_slots" ADD CONSTRAINT "nudges_time_slots_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."nudges"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "nudges_beer_styles" ADD CONSTRAINT "nudges_beer_styles_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."nudges"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "nudges" ADD CONSTRAINT "nudges_icon_id_media_id_fk" FOREIGN KEY ("icon_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "nudges" ADD CONSTRAINT "nudges_person_id_members_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "payload_preferences_rels" ADD CONSTRAINT "payload_preferences_rels_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."payload_preferences"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "payload_preferences_rels" ADD CONSTRAINT "payload_preferences_rels_users_fk" FOREIGN KEY ("users_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "venue_social" ADD CONSTRAINT "venue_social_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."venue"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "venue_opening_hours_days" ADD CONSTRAINT "venue_opening_hours_days_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."venue_opening_hours"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "venue_opening_hours" ADD CONSTRAINT "venue_opening_hours_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."venue"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "venue_exceptions" ADD CONSTRAINT "venue_exceptions_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."venue"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "venue_topics" ADD CONSTRAINT "venue_topics_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."venue"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "venue_hero_images" ADD CONSTRAINT "venue_hero_images_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."venue"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "venue_rels" ADD CONSTRAINT "venue_rels_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."venue"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "venue_rels" ADD CONSTRAINT "venue_rels_media_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_venue_v_version_social" ADD CONSTRAINT "_venue_v_version_social_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."_venue_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_venue_v_version_opening_hours_days" ADD CONSTRAINT "_venue_v_version_opening_hours_days_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."_venue_v_version_opening_hours"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_venue_v_version_opening_hours" ADD CONSTRAINT "_venue_v_version_opening_hours_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."_venue_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_venue_v_version_exceptions" ADD CONSTRAINT "_venue_v_version_exceptions_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."_venue_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_venue_v_version_topics" ADD CONSTRAINT "_venue_v_version_topics_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."_venue_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_venue_v_version_hero_images" ADD CONSTRAINT "_venue_v_version_hero_images_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."_venue_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_venue_v_rels" ADD CONSTRAINT "_venue_v_rels_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."_venue_v"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "_venue_v_rels" ADD CONSTRAINT "_venue_v_rels_media_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "membership_texts" ADD CONSTRAINT "membership_texts_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."membership"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "editing_presence_page_idx" ON "editing_presence" USING btree ("page");
  CREATE INDEX "mail_events_subscriber_idx" ON "mail_events" USING btree ("subscriber","at");
  CREATE INDEX "mail_events_mail_idx" ON "mail_events" USING btree ("mail");
  CREATE INDEX "mail_events_reported_at_idx" ON "mail_events" USING btree ("reported_at");
  CREATE INDEX "mail_events_new_idx" ON "mail_events" USING btree ("id") WHERE "mail_events"."handled_at" is null;
  CREATE INDEX "media_files_media_id_idx" ON "media_files" USING btree ("media_id");
  CREATE INDEX "event_dates_starts_at_idx" ON "event_dates" USING btree ("starts_at");
  CREATE INDEX "event_dates_ends_at_idx" ON "event_dates" USING btree ("ends_at");
  CREATE UNIQUE INDEX "event_rsvps_email_idx" ON "event_rsvps" USING btree ("date","email") WHERE "event_rsvps"."status" in ('held', 'going', 'waitlisted', 'offered', 'attended', 'no_show');
  CREATE UNIQUE INDEX "event_rsvps_member_idx" ON "event_rsvps" USING btree ("date","member") WHERE "event_rsvps"."status" in ('held', 'going', 'waitlisted', 'offered', 'attended', 'no_show');
  CREATE INDEX "event_rsvps_waitlist_idx" ON "event_rsvps" USING btree ("date","queue") WHERE "event_rsvps"."status" in ('waitlisted');
  CREATE INDEX "event_rsvps_held_until_idx" ON "event_rsvps" USING btree ("date","held_until") WHERE "event_rsvps"."status" in ('held');
  CREATE INDEX "event_rsvps_offered_until_idx" ON "event_rsvps" USING btree ("date","offered_until") WHERE "event_rsvps"."status" in ('offered');
  CREATE INDEX "event_rsvps_of_member_idx" ON "event_rsvps" USING btree ("member");
  CREATE INDEX "event_rsvps_of_email_idx" ON "event_rsvps" USING btree ("email");
  CREATE INDEX "event_links_event_idx" ON "event_links" USING btree ("event");
  CREATE INDEX "event_feedback_date_idx" ON "event_feedback" USING btree ("date");
  CREATE INDEX "cause_payouts_cause_idx" ON "cause_payouts" USING btree ("cause");
  CREATE INDEX "cause_payouts_receipt_idx" ON "cause_payouts" USING btree ("receipt");
  CREATE UNIQUE INDEX "common_good_messages_transfer_idx" ON "common_good_messages" USING btree ("transfer");
  CREATE INDEX "common_good_messages_member_idx" ON "common_good_messages" USING btree ("member");
  CREATE INDEX "common_good_requests_transfers_idx" ON "common_good_requests" USING gin ("transfers");
  CREATE INDEX "ledger_accounts_member_idx" ON "ledger_accounts" USING btree ("member") WHERE "ledger_accounts"."member" is not null;
  CREATE INDEX "ledger_entries_created_idx" ON "ledger_entries" USING btree ("account","created_at");
  CREATE INDEX "ledger_holds_open_idx" ON "ledger_holds" USING btree ("from_account","expires_at") WHERE "ledger_holds"."status" = 'held';
  CREATE INDEX "ledger_notes_transfer_idx" ON "ledger_notes" USING btree ("transfer");
  CREATE INDEX "till_closings_till_idx" ON "till_closings" USING btree ("till","id");
  CREATE UNIQUE INDEX "cases_open_idx" ON "cases" USING btree ("member","transfer") WHERE "cases"."state" = 'open';
  CREATE INDEX "cases_member_idx" ON "cases" USING btree ("member");
  CREATE INDEX "cases_state_idx" ON "cases" USING btree ("state","id");
  CREATE INDEX "card_payments_member_idx" ON "card_payments" USING btree ("member");
  CREATE INDEX "card_payments_check_idx" ON "card_payments" USING btree ("check_at") WHERE "card_payments"."check_at" is not null;
  CREATE INDEX "staff_sessions_user_idx" ON "staff_sessions" USING btree ("user");
  CREATE INDEX "staff_sessions_created_at_idx" ON "staff_sessions" USING btree ("created_at");
  CREATE INDEX "staff_links_user_idx" ON "staff_links" USING btree ("user");
  CREATE INDEX "staff_passkeys_user_idx" ON "staff_passkeys" USING btree ("user");
  CREATE INDEX "staff_challenges_expires_at_idx" ON "staff_challenges" USING btree ("expires_at");
  CREATE INDEX "subscription_requests_email_idx" ON "subscription_requests" USING btree ("email","created_at");
  CREATE INDEX "subscription_requests_subscriber_idx" ON "subscription_requests" USING btree ("subscriber");
  CREATE INDEX "subscription_requests_expires_at_idx" ON "subscription_requests" USING btree ("expires_at");
  CREATE INDEX "subscriber_import_rows_email_idx" ON "subscriber_import_rows" USING btree ("email");
  CREATE UNIQUE INDEX "member_codes_browser_idx" ON "member_codes" USING btree ("email","purpose","browser");
  CREATE INDEX "member_codes_of_browser_idx" ON "member_codes" USING btree ("browser");
  CREATE INDEX "member_codes_seal_idx" ON "member_codes" USING btree ("seal");
  CREATE INDEX "member_codes_expires_at_idx" ON "member_codes" USING btree ("expires_at");
  CREATE INDEX "member_sessions_member_idx" ON "member_sessions" USING btree ("member");
  CREATE INDEX "member_sessions_handle_idx" ON "member_sessions" USING btree ("handle");
  CREATE INDEX "member_sessions_expires_at_idx" ON "member_sessions" USING btree ("expires_at");
  CREATE INDEX "device_grants_member_idx" ON "device_grants" USING btree ("member");
  CREATE INDEX "device_grants_expires_at_idx" ON "device_grants" USING btree ("expires_at");
  CREATE INDEX "passkey_handles_member_idx" ON "passkey_handles" USING btree ("member");
  CREATE INDEX "passkeys_handle_idx" ON "passkeys" USING btree ("handle");
  CREATE INDEX "passkey_challenges_expires_at_idx" ON "passkey_challenges" USING btree ("expires_at");
  CREATE INDEX "passkey_challenges_own_idx" ON "passkey_challenges" USING btree ("own");
  CREATE INDEX "passkey_proofs_at_idx" ON "passkey_proofs" USING btree ("at");
  CREATE INDEX "passkey_proofs_handle_idx" ON "passkey_proofs" USING btree ("handle");
  CREATE INDEX "credit_sends_email_idx" ON "credit_sends" USING btree ("email","created_at");
  CREATE INDEX "credit_sends_claimed_by_idx" ON "credit_sends" USING btree ("claimed_by");
  CREATE INDEX "credit_sends_waiting_idx" ON "credit_sends" USING btree ("expires_at") WHERE "credit_sends"."state" = 'waiting';
  CREATE INDEX "push_devices_member_idx" ON "push_devices" USING btree ("member");
  CREATE INDEX "push_devices_active_idx" ON "push_devices" USING btree ("id") WHERE "push_devices"."gone_at" is null;
  CREATE INDEX "push_devices_gone_at_idx" ON "push_devices" USING btree ("gone_at");
  CREATE INDEX "nudge_deliveries_due_idx" ON "nudge_deliveries" USING btree ("due_at","id") WHERE "nudge_deliveries"."state" = 'queued';
  CREATE INDEX "nudge_deliveries_taken_idx" ON "nudge_deliveries" USING btree ("id") WHERE "nudge_deliveries"."state" in ('claimed', 'handed_over');
  CREATE INDEX "nudge_deliveries_open_idx" ON "nudge_deliveries" USING btree ("nudge") WHERE "nudge_deliveries"."state" in ('queued', 'claimed', 'handed_over');
  CREATE INDEX "nudge_deliveries_person_idx" ON "nudge_deliveries" USING btree ("person","queued_at");
  CREATE INDEX "nudge_deliveries_device_idx" ON "nudge_deliveries" USING btree ("device");
  CREATE INDEX "nudge_deliveries_queued_at_idx" ON "nudge_deliveries" USING btree ("queued_at");
  CREATE INDEX "nudge_views_nudge_idx" ON "nudge_views" USING btree ("nudge");
  CREATE INDEX "nudge_views_shown_at_idx" ON "nudge_views" USING btree ("shown_at");
  CREATE INDEX "user_sessions_visitor_idx" ON "user_sessions" USING btree ("day","visitor_id","number");
  CREATE INDEX "user_sessions_user_idx" ON "user_sessions" USING btree ("user_id") WHERE "user_sessions"."user_id" is not null;
  CREATE INDEX "page_views_id_idx" ON "page_views" USING btree ("id","day","session_id");
  CREATE INDEX "page_views_user_idx" ON "page_views" USING btree ("user_id") WHERE "page_views"."user_id" is not null;
  CREATE INDEX "user_journeys_id_idx" ON "user_journeys" USING btree ("id","day","session_id");
  CREATE INDEX "user_journeys_user_idx" ON "user_journeys" USING btree ("user_id") WHERE "user_journeys"."user_id" is not null;
  CREATE INDEX "user_interactions_id_idx" ON "user_interactions" USING btree ("id","day","session_id");
  CREATE INDEX "user_interactions_user_idx" ON "user_interactions" USING btree ("user_id") WHERE "user_interactions"."user_id" is not null;
  CREATE INDEX "analytics_visits_start_idx" ON "analytics_visits" USING btree ("period","start");
  CREATE INDEX "analytics_pages_start_idx" ON "analytics_pages" USING btree ("period","start");
  CREATE INDEX "analytics_times_start_idx" ON "analytics_times" USING btree ("period","start");
  CREATE INDEX "analytics_moves_start_idx" ON "analytics_moves" USING btree ("period","start");
  CREATE INDEX "analytics_actions_start_idx" ON "analytics_actions" USING btree ("period","start");
  CREATE INDEX "analytics_vitals_start_idx" ON "analytics_vitals" USING btree ("period","start");
  CREATE INDEX "analytics_funnels_start_idx" ON "analytics_funnels" USING btree ("period","start");
  CREATE INDEX "cms_content_page_idx" ON "cms_content" USING btree ("page");
  CREATE INDEX "cms_content_created_by_idx" ON "cms_content" USING btree ("created_by_id");
  CREATE INDEX "cms_content_updated_at_idx" ON "cms_content" USING btree ("updated_at");
  CREATE INDEX "cms_content_created_at_idx" ON "cms_content" USING btree ("created_at");
  CREATE INDEX "cms_content__status_idx" ON "cms_content" USING btree ("_status");
  CREATE UNIQUE INDEX "page_section_content_key_idx" ON "cms_content" USING btree ("page","section","content_key");
  CREATE INDEX "_cms_content_v_parent_idx" ON "_cms_content_v" USING btree ("parent_id");
  CREATE INDEX "_cms_content_v_version_version_page_idx" ON "_cms_content_v" USING btree ("version_page");
  CREATE INDEX "_cms_content_v_version_version_created_by_idx" ON "_cms_content_v" USING btree ("version_created_by_id");
  CREATE INDEX "_cms_content_v_version_version_updated_at_idx" ON "_cms_content_v" USING btree ("version_updated_at");
  CREATE INDEX "_cms_content_v_version_version_created_at_idx" ON "_cms_content_v" USING btree ("version_created_at");
  CREATE INDEX "_cms_content_v_version_version__status_idx" ON "_cms_content_v" USING btree ("version__status");
  CREATE INDEX "_cms_content_v_created_at_idx" ON "_cms_content_v" USING btree ("created_at");
  CREATE INDEX "_cms_content_v_updated_at_idx" ON "_cms_content_v" USING btree ("updated_at");
  CREATE INDEX "_cms_content_v_latest_idx" ON "_cms_content_v" USING btree ("latest");
  CREATE INDEX "version_page_version_section_version_content_key_idx" ON "_cms_content_v" USING btree ("version_page","version_section","version_content_key");
  CREATE UNIQUE INDEX "cms_global_content_content_key_idx" ON "cms_global_content" USING btree ("content_key");
  CREATE INDEX "cms_global_content_created_by_idx" ON "cms_global_content" USING btree ("created_by_id");
  CREATE INDEX "cms_global_content_updated_at_idx" ON "cms_global_content" USING btree ("updated_at");
  CREATE INDEX "cms_global_content_created_at_idx" ON "cms_global_content" USING btree ("created_at");
  CREATE INDEX "cms_global_content__status_idx" ON "cms_global_content" USING btree ("_status");
  CREATE INDEX "_cms_global_content_v_parent_idx" ON "_cms_global_content_v" USING btree ("parent_id");
  CREATE INDEX "_cms_global_content_v_version_version_content_key_idx" ON "_cms_global_content_v" USING btree ("version_content_key");
  CREATE INDEX "_cms_global_content_v_version_version_created_by_idx" ON "_cms_global_content_v" USING btree ("version_created_by_id");
  CREATE INDEX "_cms_global_content_v_version_version_updated_at_idx" ON "_cms_global_content_v" USING btree ("version_updated_at");
  CREATE INDEX "_cms_global_content_v_version_version_created_at_idx" ON "_cms_global_content_v" USING btree ("version_created_at");
  CREATE INDEX "_cms_global_content_v_version_version__status_idx" ON "_cms_global_content_v" USING btree ("version__status");
  CREATE INDEX "_cms_global_content_v_created_at_idx" ON "_cms_global_content_v" USING btree ("created_at");
  CREATE INDEX "_cms_global_content_v_updated_at_idx" ON "_cms_global_content_v" USING btree ("updated_at");
  CREATE INDEX "_cms_global_content_v_latest_idx" ON "_cms_global_content_v" USING btree ("latest");
  CREATE INDEX "faq_page_idx" ON "faq" USING btree ("page");
  CREATE INDEX "faq_updated_at_idx" ON "faq" USING btree ("updated_at");
  CREATE INDEX "faq_created_at_idx" ON "faq" USING btree ("created_at");
  CREATE INDEX "faq_deleted_at_idx" ON "faq" USING btree ("deleted_at");
  CREATE INDEX "faq__status_idx" ON "faq" USING btree ("_status");
  CREATE INDEX "_faq_v_parent_idx" ON "_faq_v" USING btree ("parent_id");
  CREATE INDEX "_faq_v_version_version_page_idx" ON "_faq_v" USING btree ("version_page");
  CREATE INDEX "_faq_v_version_version_updated_at_idx" ON "_faq_v" USING btree ("version_updated_at");
  CREATE INDEX "_faq_v_version_version_created_at_idx" ON "_faq_v" USING btree ("version_created_at");
  CREATE INDEX "_faq_v_version_version_deleted_at_idx" ON "_faq_v" USING btree ("version_deleted_at");
  CREATE INDEX "_faq_v_version_version__status_idx" ON "_faq_v" USING btree ("version__status");
  CREATE INDEX "_faq_v_created_at_idx" ON "_faq_v" USING btree ("created_at");
  CREATE INDEX "_faq_v_updated_at_idx" ON "_faq_v" USING btree ("updated_at");
  CREATE INDEX "_faq_v_latest_idx" ON "_faq_v" USING btree ("latest");
  CREATE INDEX "scheduled_changes_at_idx" ON "scheduled_changes" USING btree ("at");
  CREATE INDEX "scheduled_changes_batch_idx" ON "scheduled_changes" USING btree ("batch");
  CREATE INDEX "scheduled_changes_state_idx" ON "scheduled_changes" USING btree ("state");
  CREATE INDEX "scheduled_changes_updated_at_idx" ON "scheduled_changes" USING btree ("updated_at");
  CREATE INDEX "scheduled_changes_created_at_idx" ON "scheduled_changes" USING btree ("created_at");
  CREATE INDEX "mails_to_address_idx" ON "mails" USING btree ("to_address");
  CREATE UNIQUE INDEX "mails_key_idx" ON "mails" USING btree ("key");
  CREATE INDEX "mails_updated_at_idx" ON "mails" USING btree ("updated_at");
  CREATE INDEX "mails_created_at_idx" ON "mails" USING btree ("created_at");
  CREATE UNIQUE INDEX "mail_texts_mail_idx" ON "mail_texts" USING btree ("mail");
  CREATE INDEX "mail_texts_updated_at_idx" ON "mail_texts" USING btree ("updated_at");
  CREATE INDEX "mail_texts_created_at_idx" ON "mail_texts" USING btree ("created_at");
  CREATE INDEX "_mail_texts_v_parent_idx" ON "_mail_texts_v" USING btree ("parent_id");
  CREATE INDEX "_mail_texts_v_version_version_mail_idx" ON "_mail_texts_v" USING btree ("version_mail");
  CREATE INDEX "_mail_texts_v_version_version_updated_at_idx" ON "_mail_texts_v" USING btree ("version_updated_at");
  CREATE INDEX "_mail_texts_v_version_version_created_at_idx" ON "_mail_texts_v" USING btree ("version_created_at");
  CREATE INDEX "_mail_texts_v_created_at_idx" ON "_mail_texts_v" USING btree ("created_at");
  CREATE INDEX "_mail_texts_v_updated_at_idx" ON "_mail_texts_v" USING btree ("updated_at");
  CREATE INDEX "letters_audience_interests_order_idx" ON "letters_audience_interests" USING btree ("order");
  CREATE INDEX "letters_audience_interests_parent_idx" ON "letters_audience_interests" USING btree ("parent_id");
  CREATE INDEX "letters_state_idx" ON "letters" USING btree ("state");
  CREATE UNIQUE INDEX "letters_slug_idx" ON "letters" USING btree ("slug");
  CREATE INDEX "letters_updated_at_idx" ON "letters" USING btree ("updated_at");
  CREATE INDEX "letters_created_at_idx" ON "letters" USING btree ("created_at");
  CREATE INDEX "letters_deleted_at_idx" ON "letters" USING btree ("deleted_at");
  CREATE INDEX "_letters_v_version_audience_interests_order_idx" ON "_letters_v_version_audience_interests" USING btree ("order");
  CREATE INDEX "_letters_v_version_audience_interests_parent_idx" ON "_letters_v_version_audience_interests" USING btree ("parent_id");
  CREATE INDEX "_letters_v_parent_idx" ON "_letters_v" USING btree ("parent_id");
  CREATE INDEX "_letters_v_version_version_state_idx" ON "_letters_v" USING btree ("version_state");
  CREATE INDEX "_letters_v_version_version_slug_idx" ON "_letters_v" USING btree ("version_slug");
  CREATE INDEX "_letters_v_version_version_updated_at_idx" ON "_letters_v" USING btree ("version_updated_at");
  CREATE INDEX "_letters_v_version_version_created_at_idx" ON "_letters_v" USING btree ("version_created_at");
  CREATE INDEX "_letters_v_version_version_deleted_at_idx" ON "_letters_v" USING btree ("version_deleted_at");
  CREATE INDEX "_letters_v_created_at_idx" ON "_letters_v" USING btree ("created_at");
  CREATE INDEX "_letters_v_updated_at_idx" ON "_letters_v" USING btree ("updated_at");
  CREATE INDEX "media_updated_at_idx" ON "media" USING btree ("updated_at");
  CREATE INDEX "media_created_at_idx" ON "media" USING btree ("created_at");
  CREATE INDEX "media_deleted_at_idx" ON "media" USING btree ("deleted_at");
  CREATE UNIQUE INDEX "media_filename_idx" ON "media" USING btree ("filename");
  CREATE INDEX "menus_days_order_idx" ON "menus_days" USING btree ("order");
  CREATE INDEX "menus_days_parent_idx" ON "menus_days" USING btree ("parent_id");
  CREATE INDEX "menus_items_diets_order_idx" ON "menus_items_diets" USING btree ("order");
  CREATE INDEX "menus_items_diets_parent_idx" ON "menus_items_diets" USING btree ("parent_id");
  CREATE INDEX "menus_items_order_idx" ON "menus_items" USING btree ("_order");
  CREATE INDEX "menus_items_parent_id_idx" ON "menus_items" USING btree ("_parent_id");
  CREATE INDEX "menus_page_idx" ON "menus" USING btree ("page");
  CREATE INDEX "menus_position_idx" ON "menus" USING btree ("position");
  CREATE INDEX "menus_updated_at_idx" ON "menus" USING btree ("updated_at");
  CREATE INDEX "menus_created_at_idx" ON "menus" USING btree ("created_at");
  CREATE INDEX "menus_deleted_at_idx" ON "menus" USING btree ("deleted_at");
  CREATE INDEX "_menus_v_version_days_order_idx" ON "_menus_v_version_days" USING btree ("order");
  CREATE INDEX "_menus_v_version_days_parent_idx" ON "_menus_v_version_days" USING btree ("parent_id");
  CREATE INDEX "_menus_v_version_items_diets_order_idx" ON "_menus_v_version_items_diets" USING btree ("order");
  CREATE INDEX "_menus_v_version_items_diets_parent_idx" ON "_menus_v_version_items_diets" USING btree ("parent_id");
  CREATE INDEX "_menus_v_version_items_order_idx" ON "_menus_v_version_items" USING btree ("_order");
  CREATE INDEX "_menus_v_version_items_parent_id_idx" ON "_menus_v_version_items" USING btree ("_parent_id");
  CREATE INDEX "_menus_v_parent_idx" ON "_menus_v" USING btree ("parent_id");
  CREATE INDEX "_menus_v_version_version_page_idx" ON "_menus_v" USING btree ("version_page");
  CREATE INDEX "_menus_v_version_version_position_idx" ON "_menus_v" USING btree ("version_position");
  CREATE INDEX "_menus_v_version_version_updated_at_idx" ON "_menus_v" USING btree ("version_updated_at");
  CREATE INDEX "_menus_v_version_version_created_at_idx" ON "_menus_v" USING btree ("version_created_at");
  CREATE INDEX "_menus_v_version_version_deleted_at_idx" ON "_menus_v" USING btree ("version_deleted_at");
  CREATE INDEX "_menus_v_created_at_idx" ON "_menus_v" USING btree ("created_at");
  CREATE INDEX "_menus_v_updated_at_idx" ON "_menus_v" USING btree ("updated_at");
  CREATE INDEX "taps_status_idx" ON "taps" USING btree ("status");
  CREATE INDEX "taps_updated_at_idx" ON "taps" USING btree ("updated_at");
  CREATE INDEX "taps_created_at_idx" ON "taps" USING btree ("created_at");
  CREATE INDEX "taps_deleted_at_idx" ON "taps" USING btree ("deleted_at");
  CREATE INDEX "_taps_v_parent_idx" ON "_taps_v" USING btree ("parent_id");
  CREATE INDEX "_taps_v_version_version_status_idx" ON "_taps_v" USING btree ("version_status");
  CREATE INDEX "_taps_v_version_version_updated_at_idx" ON "_taps_v" USING btree ("version_updated_at");
  CREATE INDEX "_taps_v_version_version_created_at_idx" ON "_taps_v" USING btree ("version_created_at");
  CREATE INDEX "_taps_v_version_version_deleted_at_idx" ON "_taps_v" USING btree ("version_deleted_at");
  CREATE INDEX "_taps_v_created_at_idx" ON "_taps_v" USING btree ("created_at");
  CREATE INDEX "_taps_v_updated_at_idx" ON "_taps_v" USING btree ("updated_at");
  CREATE INDEX "events_areas_order_idx" ON "events_areas" USING btree ("order");
  CREATE INDEX "events_areas_parent_idx" ON "events_areas" USING btree ("parent_id");
  CREATE INDEX "events_interests_order_idx" ON "events_interests" USING btree ("order");
  CREATE INDEX "events_interests_parent_idx" ON "events_interests" USING btree ("parent_id");
  CREATE INDEX "events_continues_idx" ON "events" USING btree ("continues_id");
  CREATE INDEX "events_picture_idx" ON "events" USING btree ("picture_id");
  CREATE UNIQUE INDEX "events_slug_idx" ON "events" USING btree ("slug");
  CREATE INDEX "events_status_idx" ON "events" USING btree ("status");
  CREATE INDEX "events_updated_at_idx" ON "events" USING btree ("updated_at");
  CREATE INDEX "events_created_at_idx" ON "events" USING btree ("created_at");
  CREATE INDEX "events_deleted_at_idx" ON "events" USING btree ("deleted_at");
  CREATE INDEX "_events_v_version_areas_order_idx" ON "_events_v_version_areas" USING btree ("order");
  CREATE INDEX "_events_v_version_areas_parent_idx" ON "_events_v_version_areas" USING btree ("parent_id");
  CREATE INDEX "_events_v_version_interests_order_idx" ON "_events_v_version_interests" USING btree ("order");
  CREATE INDEX "_events_v_version_interests_parent_idx" ON "_events_v_version_interests" USING btree ("parent_id");
  CREATE INDEX "_events_v_parent_idx" ON "_events_v" USING btree ("parent_id");
  CREATE INDEX "_events_v_version_version_continues_idx" ON "_events_v" USING btree ("version_continues_id");
  CREATE INDEX "_events_v_version_version_picture_idx" ON "_events_v" USING btree ("version_picture_id");
  CREATE INDEX "_events_v_version_version_slug_idx" ON "_events_v" USING btree ("version_slug");
  CREATE INDEX "_events_v_version_version_status_idx" ON "_events_v" USING btree ("version_status");
  CREATE INDEX "_events_v_version_version_updated_at_idx" ON "_events_v" USING btree ("version_updated_at");
  CREATE INDEX "_events_v_version_version_created_at_idx" ON "_events_v" USING btree ("version_created_at");
  CREATE INDEX "_events_v_version_version_deleted_at_idx" ON "_events_v" USING btree ("version_deleted_at");
  CREATE INDEX "_events_v_created_at_idx" ON "_events_v" USING btree ("created_at");
  CREATE INDEX "_events_v_updated_at_idx" ON "_events_v" USING btree ("updated_at");
  CREATE UNIQUE INDEX "redirects_from_idx" ON "redirects" USING btree ("from");
  CREATE INDEX "redirects_updated_at_idx" ON "redirects" USING btree ("updated_at");
  CREATE INDEX "redirects_created_at_idx" ON "redirects" USING btree ("created_at");
  CREATE INDEX "redirects_deleted_at_idx" ON "redirects" USING btree ("deleted_at");
  CREATE INDEX "_redirects_v_parent_idx" ON "_redirects_v" USING btree ("parent_id");
  CREATE INDEX "_redirects_v_version_version_from_idx" ON "_redirects_v" USING btree ("version_from");
  CREATE INDEX "_redirects_v_version_version_updated_at_idx" ON "_redirects_v" USING btree ("version_updated_at");
  CREATE INDEX "_redirects_v_version_version_created_at_idx" ON "_redirects_v" USING btree ("version_created_at");
  CREATE INDEX "_redirects_v_version_version_deleted_at_idx" ON "_redirects_v" USING btree ("version_deleted_at");
  CREATE INDEX "_redirects_v_created_at_idx" ON "_redirects_v" USING btree ("created_at");
  CREATE INDEX "_redirects_v_updated_at_idx" ON "_redirects_v" USING btree ("updated_at");
  CREATE UNIQUE INDEX "causes_slug_idx" ON "causes" USING btree ("slug");
  CREATE INDEX "causes_picture_idx" ON "causes" USING btree ("picture_id");
  CREATE INDEX "causes_state_idx" ON "causes" USING btree ("state");
  CREATE INDEX "causes_updated_at_idx" ON "causes" USING btree ("updated_at");
  CREATE INDEX "causes_created_at_idx" ON "causes" USING btree ("created_at");
  CREATE INDEX "causes_deleted_at_idx" ON "causes" USING btree ("deleted_at");
  CREATE INDEX "_causes_v_parent_idx" ON "_causes_v" USING btree ("parent_id");
  CREATE INDEX "_causes_v_version_version_slug_idx" ON "_causes_v" USING btree ("version_slug");
  CREATE INDEX "_causes_v_version_version_picture_idx" ON "_causes_v" USING btree ("version_picture_id");
  CREATE INDEX "_causes_v_version_version_state_idx" ON "_causes_v" USING btree ("version_state");
  CREATE INDEX "_causes_v_version_version_updated_at_idx" ON "_causes_v" USING btree ("version_updated_at");
  CREATE INDEX "_causes_v_version_version_created_at_idx" ON "_causes_v" USING btree ("version_created_at");
  CREATE INDEX "_causes_v_version_version_deleted_at_idx" ON "_causes_v" USING btree ("version_deleted_at");
  CREATE INDEX "_causes_v_created_at_idx" ON "_causes_v" USING btree ("created_at");
  CREATE INDEX "_causes_v_updated_at_idx" ON "_causes_v" USING btree ("updated_at");
  CREATE INDEX "users_updated_at_idx" ON "users" USING btree ("updated_at");
  CREATE INDEX "users_created_at_idx" ON "users" USING btree ("created_at");
  CREATE UNIQUE INDEX "users_email_idx" ON "users" USING btree ("email");
  CREATE INDEX "subscribers_interests_order_idx" ON "subscribers_interests" USING btree ("order");
  CREATE INDEX "subscribers_interests_parent_idx" ON "subscribers_interests" USING btree ("parent_id");
  CREATE UNIQUE INDEX "subscribers_email_idx" ON "subscribers" USING btree ("email");
  CREATE INDEX "subscribers_state_idx" ON "subscribers" USING btree ("state");
  CREATE INDEX "subscribers_birthday_month_idx" ON "subscribers" USING btree ("birthday_month");
  CREATE INDEX "subscribers_joined_at_idx" ON "subscribers" USING btree ("joined_at");
  CREATE INDEX "subscribers_updated_at_idx" ON "subscribers" USING btree ("updated_at");
  CREATE INDEX "subscribers_created_at_idx" ON "subscribers" USING btree ("created_at");
  CREATE INDEX "consents_subscriber_idx" ON "consents" USING btree ("subscriber_id");
  CREATE INDEX "consents_updated_at_idx" ON "consents" USING btree ("updated_at");
  CREATE INDEX "consents_created_at_idx" ON "consents" USING btree ("created_at");
  CREATE UNIQUE INDEX "suppressions_hash_idx" ON "suppressions" USING btree ("hash");
  CREATE INDEX "suppressions_updated_at_idx" ON "suppressions" USING btree ("updated_at");
  CREATE INDEX "suppressions_created_at_idx" ON "suppressions" USING btree ("created_at");
  CREATE INDEX "members_interests_order_idx" ON "members_interests" USING btree ("order");
  CREATE INDEX "members_interests_parent_idx" ON "members_interests" USING btree ("parent_id");
  CREATE INDEX "members_favourite_areas_order_idx" ON "members_favourite_areas" USING btree ("order");
  CREATE INDEX "members_favourite_areas_parent_idx" ON "members_favourite_areas" USING btree ("parent_id");
  CREATE INDEX "members_time_slots_order_idx" ON "members_time_slots" USING btree ("order");
  CREATE INDEX "members_time_slots_parent_idx" ON "members_time_slots" USING btree ("parent_id");
  CREATE INDEX "members_beer_styles_order_idx" ON "members_beer_styles" USING btree ("order");
  CREATE INDEX "members_beer_styles_parent_idx" ON "members_beer_styles" USING btree ("parent_id");
  CREATE UNIQUE INDEX "members_email_idx" ON "members" USING btree ("email");
  CREATE INDEX "members_updated_at_idx" ON "members" USING btree ("updated_at");
  CREATE INDEX "members_created_at_idx" ON "members" USING btree ("created_at");
  CREATE INDEX "nudges_interests_order_idx" ON "nudges_interests" USING btree ("order");
  CREATE INDEX "nudges_interests_parent_idx" ON "nudges_interests" USING btree ("parent_id");
  CREATE INDEX "nudges_areas_order_idx" ON "nudges_areas" USING btree ("order");
  CREATE INDEX "nudges_areas_parent_idx" ON "nudges_areas" USING btree ("parent_id");
  CREATE INDEX "nudges_time_slots_order_idx" ON "nudges_time_slots" USING btree ("order");
  CREATE INDEX "nudges_time_slots_parent_idx" ON "nudges_time_slots" USING btree ("parent_id");
  CREATE INDEX "nudges_beer_styles_order_idx" ON "nudges_beer_styles" USING btree ("order");
  CREATE INDEX "nudges_beer_styles_parent_idx" ON "nudges_beer_styles" USING btree ("parent_id");
  CREATE INDEX "nudges_icon_idx" ON "nudges" USING btree ("icon_id");
  CREATE INDEX "nudges_person_idx" ON "nudges" USING btree ("person_id");
  CREATE INDEX "nudges_state_idx" ON "nudges" USING btree ("state");
  CREATE INDEX "nudges_updated_at_idx" ON "nudges" USING btree ("updated_at");
  CREATE INDEX "nudges_created_at_idx" ON "nudges" USING btree ("created_at");
  CREATE INDEX "audit_action_idx" ON "audit" USING btree ("action");
  CREATE INDEX "audit_by_id_idx" ON "audit" USING btree ("by_id");
  CREATE INDEX "audit_document_idx" ON "audit" USING btree ("document");
  CREATE INDEX "audit_version_idx" ON "audit" USING btree ("version");
  CREATE INDEX "audit_updated_at_idx" ON "audit" USING btree ("updated_at");
  CREATE INDEX "audit_created_at_idx" ON "audit" USING btree ("created_at");
  CREATE UNIQUE INDEX "payload_kv_key_idx" ON "payload_kv" USING btree ("key");
  CREATE INDEX "payload_preferences_key_idx" ON "payload_preferences" USING btree ("key");
  CREATE INDEX "payload_preferences_updated_at_idx" ON "payload_preferences" USING btree ("updated_at");
  CREATE INDEX "payload_preferences_created_at_idx" ON "payload_preferences" USING btree ("created_at");
  CREATE INDEX "payload_preferences_rels_order_idx" ON "payload_preferences_rels" USING btree ("order");
  CREATE INDEX "payload_preferences_rels_parent_idx" ON "payload_preferences_rels" USING btree ("parent_id");
  CREATE INDEX "payload_preferences_rels_path_idx" ON "payload_preferences_rels" USING btree ("path");
  CREATE INDEX "payload_preferences_rels_users_id_idx" ON "payload_preferences_rels" USING btree ("users_id");
  CREATE INDEX "payload_migrations_updated_at_idx" ON "payload_migrations" USING btree ("updated_at");
  CREATE INDEX "payload_migrations_created_at_idx" ON "payload_migrations" USING btree ("created_at");
  CREATE INDEX "venue_social_order_idx" ON "venue_social" USING btree ("_order");
  CREATE INDEX "venue_social_parent_id_idx" ON "venue_social" USING btree ("_parent_id");
  CREATE INDEX "venue_opening_hours_days_order_idx" ON "venue_opening_hours_days" USING btree ("order");
  CREATE INDEX "venue_opening_hours_days_parent_idx" ON "venue_opening_hours_days" USING btree ("parent_id");
  CREATE INDEX "venue_opening_hours_order_idx" ON "venue_opening_hours" USING btree ("_order");
  CREATE INDEX "venue_opening_hours_parent_id_idx" ON "venue_opening_hours" USING btree ("_parent_id");
  CREATE INDEX "venue_exceptions_order_idx" ON "venue_exceptions" USING btree ("_order");
  CREATE INDEX "venue_exceptions_parent_id_idx" ON "venue_exceptions" USING btree ("_parent_id");
  CREATE INDEX "venue_topics_order_idx" ON "venue_topics" USING btree ("_order");
  CREATE INDEX "venue_topics_parent_id_idx" ON "venue_topics" USING btree ("_parent_id");
  CREATE INDEX "venue_hero_images_order_idx" ON "venue_hero_images" USING btree ("_order");
  CREATE INDEX "venue_hero_images_parent_id_idx" ON "venue_hero_images" USING btree ("_parent_id");
  CREATE INDEX "venue_rels_order_idx" ON "venue_rels" USING btree ("order");
  CREATE INDEX "venue_rels_parent_idx" ON "venue_rels" USING btree ("parent_id");
  CREATE INDEX "venue_rels_path_idx" ON "venue_rels" USING btree ("path");
  CREATE INDEX "venue_rels_media_id_idx" ON "venue_rels" USING btree ("media_id");
  CREATE INDEX "_venue_v_version_social_order_idx" ON "_venue_v_version_social" USING btree ("_order");
  CREATE INDEX "_venue_v_version_social_parent_id_idx" ON "_venue_v_version_social" USING btree ("_parent_id");
  CREATE INDEX "_venue_v_version_opening_hours_days_order_idx" ON "_venue_v_version_opening_hours_days" USING btree ("order");
  CREATE INDEX "_venue_v_version_opening_hours_days_parent_idx" ON "_venue_v_version_opening_hours_days" USING btree ("parent_id");
  CREATE INDEX "_venue_v_version_opening_hours_order_idx" ON "_venue_v_version_opening_hours" USING btree ("_order");
  CREATE INDEX "_venue_v_version_opening_hours_parent_id_idx" ON "_venue_v_version_opening_hours" USING btree ("_parent_id");
  CREATE INDEX "_venue_v_version_exceptions_order_idx" ON "_venue_v_version_exceptions" USING btree ("_order");
  CREATE INDEX "_venue_v_version_exceptions_parent_id_idx" ON "_venue_v_version_exceptions" USING btree ("_parent_id");
  CREATE INDEX "_venue_v_version_topics_order_idx" ON "_venue_v_version_topics" USING btree ("_order");
  CREATE INDEX "_venue_v_version_topics_parent_id_idx" ON "_venue_v_version_topics" USING btree ("_parent_id");
  CREATE INDEX "_venue_v_version_hero_images_order_idx" ON "_venue_v_version_hero_images" USING btree ("_order");
  CREATE INDEX "_venue_v_version_hero_images_parent_id_idx" ON "_venue_v_version_hero_images" USING btree ("_parent_id");
  CREATE INDEX "_venue_v_created_at_idx" ON "_venue_v" USING btree ("created_at");
  CREATE INDEX "_venue_v_updated_at_idx" ON "_venue_v" USING btree ("updated_at");
  CREATE INDEX "_venue_v_rels_order_idx" ON "_venue_v_rels" USING btree ("order");
  CREATE INDEX "_venue_v_rels_parent_idx" ON "_venue_v_rels" USING btree ("parent_id");
  CREATE INDEX "_venue_v_rels_path_idx" ON "_venue_v_rels" USING btree ("path");
  CREATE INDEX "_venue_v_rels_media_id_idx" ON "_venue_v_rels" USING btree ("media_id");
  CREATE INDEX "membership_texts_order_parent" ON "membership_texts" USING btree ("order","parent_id");`)
}
