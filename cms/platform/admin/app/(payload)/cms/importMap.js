import { WordsCell as WordsCell_a885da80ed55632aedf4398430c48786 } from '../../../../../../cms/features/content/admin/ContentCells.tsx'
import { ContentTextField as ContentTextField_d653f1518fa3e260f931308b5887cf8d } from '../../../../../../cms/features/content/admin/ContentTextField.tsx'
import { PageCell as PageCell_a885da80ed55632aedf4398430c48786 } from '../../../../../../cms/features/content/admin/ContentCells.tsx'
import { KeyCell as KeyCell_06f8d39cb5d88ae7e6b5ff851014c2de } from '../../../../../../cms/platform/admin/lists/Cells.tsx'
import { TextNameCell as TextNameCell_a885da80ed55632aedf4398430c48786 } from '../../../../../../cms/features/content/admin/ContentCells.tsx'
import { OpenOnPage as OpenOnPage_6c5a4fe3ad43b0191d18429eb355e45f } from '../../../../../../cms/features/content/admin/RecordLinks.tsx'
import { YesNoCell as YesNoCell_06f8d39cb5d88ae7e6b5ff851014c2de } from '../../../../../../cms/platform/admin/lists/Cells.tsx'
import { StaffNameCell as StaffNameCell_3da79595f85f41e76f2688e5218daa2e } from '../../../../../../cms/platform/staff/admin/StaffName.tsx'
import { StaffNameField as StaffNameField_3da79595f85f41e76f2688e5218daa2e } from '../../../../../../cms/platform/staff/admin/StaffName.tsx'
import { ListNames as ListNames_4bf97224f60b008d226e2e6de37f88e2 } from '../../../../../../cms/platform/admin/shell/ControlNames.tsx'
import { FormSafety as FormSafety_7c9cc7deb469f180adb9c52003313e95 } from '../../../../../../cms/platform/admin/forms/FormSafety.tsx'
import { ProblemList as ProblemList_56928e6f3c0e86cdc8f1504cd109b08a } from '../../../../../../cms/platform/admin/shell/ProblemList.tsx'
import { ControlNames as ControlNames_4bf97224f60b008d226e2e6de37f88e2 } from '../../../../../../cms/platform/admin/shell/ControlNames.tsx'
import { HiddenField as HiddenField_98d14e77d0b7754ae95997cbde6162f5 } from '../../../../../../cms/platform/admin/fields/HiddenField.tsx'
import { AllQuestions as AllQuestions_6c5a4fe3ad43b0191d18429eb355e45f } from '../../../../../../cms/features/content/admin/RecordLinks.tsx'
import { TrashedCell as TrashedCell_0db432b9bf1b264212c852a94d641068 } from '../../../../../../cms/platform/trash/admin/TrashedCell.tsx'
import { MomentCell as MomentCell_06f8d39cb5d88ae7e6b5ff851014c2de } from '../../../../../../cms/platform/admin/lists/Cells.tsx'
import { MailStateCell as MailStateCell_a50bc0441a7487d465e2927e94c10476 } from '../../../../../../cms/platform/mail/admin/MailStateCell.tsx'
import { MailActions as MailActions_e3e9c5b29178efda03e267de6d76e852 } from '../../../../../../cms/platform/mail/admin/MailActions.tsx'
import { OutboxCounts as OutboxCounts_ebca4ebfbd325144b85e47151816f63d } from '../../../../../../cms/platform/mail/admin/OutboxCounts.tsx'
import { AboutWords as AboutWords_3a22b897fb98afe8a7c4f4486df34bb1 } from '../../../../../../cms/platform/mail/admin/AboutWords.tsx'
import { WordsPreview as WordsPreview_b7bb90cc0f0891061b3d3946e220c818 } from '../../../../../../cms/platform/mail/admin/WordsPreview.tsx'
import { ProgressSection as ProgressSection_35c1fbe664b45cf0d5371b929192fb0d } from '../../../../../../cms/features/letters/admin/sending/ProgressSection.tsx'
import { ReadOnlyLetter as ReadOnlyLetter_c0fe0235aab08d6d6f69a2cea82f1db9 } from '../../../../../../cms/features/letters/admin/ReadOnlyLetter.tsx'
import { RscEntryLexicalCell as RscEntryLexicalCell_44fe37237e0ebf4470c9990d8cb7b07e } from '@payloadcms/richtext-lexical/rsc'
import { RscEntryLexicalField as RscEntryLexicalField_44fe37237e0ebf4470c9990d8cb7b07e } from '@payloadcms/richtext-lexical/rsc'
import { LexicalDiffComponent as LexicalDiffComponent_44fe37237e0ebf4470c9990d8cb7b07e } from '@payloadcms/richtext-lexical/rsc'
import { BlocksFeatureClient as BlocksFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { BlockText as BlockText_e2f8c35371a3b9f443b37e205f59dba6 } from '../../../../../../cms/features/letters/admin/editor/BlockFields.tsx'
import { BlockSelect as BlockSelect_e2f8c35371a3b9f443b37e205f59dba6 } from '../../../../../../cms/features/letters/admin/editor/BlockFields.tsx'
import { SectionField as SectionField_c2778d6ff12966b6b34a9c0c1d303222 } from '../../../../../../cms/features/letters/admin/editor/SectionField.tsx'
import { HorizontalRuleFeatureClient as HorizontalRuleFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { LinkFeatureClient as LinkFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { BlockquoteFeatureClient as BlockquoteFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { OrderedListFeatureClient as OrderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { UnorderedListFeatureClient as UnorderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { BoldFeatureClient as BoldFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { ItalicFeatureClient as ItalicFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { HeadingFeatureClient as HeadingFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { ParagraphFeatureClient as ParagraphFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { EagerSync as EagerSync_58758b988fda336934c7011e954a50be } from '../../../../../../cms/features/letters/admin/editor/EagerSync.tsx'
import { EditorLabels as EditorLabels_f5167b55887a2a7b60764bf6ee2ec20c } from '../../../../../../cms/features/letters/admin/editor/EditorLabels.tsx'
import { FixedToolbarFeatureClient as FixedToolbarFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { ChoicesField as ChoicesField_8325a40ad5348b834bca45bbf2ad0d91 } from '../../../../../../cms/platform/admin/fields/ChoicesField.tsx'
import { TopicsField as TopicsField_e971af3a3dc2f31b1b3815de53fc5af9 } from '../../../../../../cms/features/venue/admin/TopicsField.tsx'
import { DayField as DayField_60889d6d2b645a1852389db369fdefe6 } from '../../../../../../cms/platform/admin/fields/DateTimeFields.tsx'
import { AudienceCount as AudienceCount_ee130b70d50f0a1daa8b722f08090e99 } from '../../../../../../cms/features/letters/admin/sending/AudienceCount.tsx'
import { WithoutGuests as WithoutGuests_1d1779bbe543242855bfc818624a145d } from '../../../../../../cms/features/events/admin/WithoutGuests.tsx'
import { LetterPanel as LetterPanel_cc13e756453c37426a5916e1538668bd } from '../../../../../../cms/features/letters/admin/LetterPanel.tsx'
import { WhenCell as WhenCell_e3dd2274a75bd29844deba88b87fb875 } from '../../../../../../cms/features/letters/admin/WhenCell.tsx'
import { TotalCell as TotalCell_694effc931e4864b9690b3702674f92e } from '../../../../../../cms/features/letters/admin/NumberCells.tsx'
import { DeliveredCell as DeliveredCell_694effc931e4864b9690b3702674f92e } from '../../../../../../cms/features/letters/admin/NumberCells.tsx'
import { StateCell as StateCell_06f8d39cb5d88ae7e6b5ff851014c2de } from '../../../../../../cms/platform/admin/lists/Cells.tsx'
import { FormKey as FormKey_b4573b2897755b40dff969c986f5a847 } from '../../../../../../cms/features/letters/admin/editor/FormKey.tsx'
import { LetterEditView as LetterEditView_2c62b5f6534c4058c30711c0e676870b } from '../../../../../../cms/features/letters/admin/editor/LetterEditView.tsx'
import { PictureUses as PictureUses_55c57290b1a30502c7249f536f3b208f } from '../../../../../../cms/platform/media/admin/PictureUses.tsx'
import { UsesCell as UsesCell_ae4db856017bbba9f48b0b3e5fcadb17 } from '../../../../../../cms/platform/media/admin/UsesCell.tsx'
import { MoneyCell as MoneyCell_06f8d39cb5d88ae7e6b5ff851014c2de } from '../../../../../../cms/platform/admin/lists/Cells.tsx'
import { MoneyField as MoneyField_1fb7a0031317852bfd7e24cfe514fd25 } from '../../../../../../cms/platform/admin/fields/MoneyField.tsx'
import { MoneyDifference as MoneyDifference_595c70bbf8cf5babf4bdce4d853a906e } from '../../../../../../cms/platform/admin/lists/Differences.tsx'
import { MenuTable as MenuTable_0a1da2e546480bab2f57d5cd1da1c591 } from '../../../../../../cms/features/venue/admin/MenuTable.tsx'
import { RowsDifference as RowsDifference_595c70bbf8cf5babf4bdce4d853a906e } from '../../../../../../cms/platform/admin/lists/Differences.tsx'
import { StyleField as StyleField_cf39b47b0d14d49279bf046b29bad9f6 } from '../../../../../../cms/features/venue/admin/StyleField.tsx'
import { BarrelsOnList as BarrelsOnList_3b9793cb8afdd9f9485b7cd32786097e } from '../../../../../../cms/features/venue/admin/BarrelsSection.tsx'
import { LocalTimeCell as LocalTimeCell_06f8d39cb5d88ae7e6b5ff851014c2de } from '../../../../../../cms/platform/admin/lists/Cells.tsx'
import { StartField as StartField_13370a49bd057fc34079e7712004c390 } from '../../../../../../cms/features/events/admin/WhenField.tsx'
import { TimeField as TimeField_13370a49bd057fc34079e7712004c390 } from '../../../../../../cms/features/events/admin/WhenField.tsx'
import { LaterHourField as LaterHourField_13370a49bd057fc34079e7712004c390 } from '../../../../../../cms/features/events/admin/WhenField.tsx'
import { RepeatField as RepeatField_86dd8175f89f4cc439d45f301a92d7b9 } from '../../../../../../cms/features/events/admin/RepeatField.tsx'
import { SchedulePreview as SchedulePreview_3c90a48d3652f9ad84c714e74ea301ab } from '../../../../../../cms/features/events/admin/SchedulePreview.tsx'
import { ChoiceField as ChoiceField_73ad5af6e8335594879123c8ce60d3b4 } from '../../../../../../cms/platform/admin/fields/ChoiceField.tsx'
import { DatesSection as DatesSection_34be4578887324865012c5a93a955651 } from '../../../../../../cms/features/events/admin/DatesSection.tsx'
import { NextDateCell as NextDateCell_8528096672164212d85fc73316ea1041 } from '../../../../../../cms/features/events/admin/ListCells.tsx'
import { GuestsCell as GuestsCell_8528096672164212d85fc73316ea1041 } from '../../../../../../cms/features/events/admin/ListCells.tsx'
import { EventPanel as EventPanel_f58acdbf7df47c20964047fabc28577e } from '../../../../../../cms/features/events/admin/EventPanel.tsx'
import { CalendarLink as CalendarLink_4b1e4b6e1ca19f5e0fcd379ebcda9d7a } from '../../../../../../cms/features/events/admin/CalendarLink.tsx'
import { TargetCell as TargetCell_88bed169b79ad60ab3c1c39722c650f5 } from '../../../../../../cms/features/redirects/admin/LeadsNowhere.tsx'
import { LeadsNowhere as LeadsNowhere_88bed169b79ad60ab3c1c39722c650f5 } from '../../../../../../cms/features/redirects/admin/LeadsNowhere.tsx'
import { RedirectsLink as RedirectsLink_3ed61f68a5610af8dbb955ae89d6b42b } from '../../../../../../cms/features/redirects/admin/RedirectsLink.tsx'
import { CausesLink as CausesLink_b6caa75f6f30a069f119b79f09c8e843 } from '../../../../../../cms/features/common-good/admin/CausesLink.tsx'
import { SignInField as SignInField_c540136728dd6257b5a11ee821c5fe37 } from '../../../../../../cms/platform/staff/admin/SignInField.tsx'
import { InvitedCell as InvitedCell_106818adc585e087343b168a3d53420e } from '../../../../../../cms/platform/staff/admin/InvitedCell.tsx'
import { PermissionsLink as PermissionsLink_e86e3f7130b4a49508fad439b93557c7 } from '../../../../../../cms/platform/staff/admin/PermissionsLink.tsx'
import { InviteButton as InviteButton_f809fedae51123dd62b416535acb7283 } from '../../../../../../cms/platform/staff/admin/InviteButton.tsx'
import { InterestList as InterestList_13b4e47ee7f06781c39bb789cd8f9aab } from '../../../../../../cms/features/newsletter/admin/InterestList.tsx'
import { CorrectAddress as CorrectAddress_4ff4ac8b5cd0a5037c894d58ffe4e86c } from '../../../../../../cms/features/newsletter/admin/CorrectAddress.tsx'
import { LettersSent as LettersSent_02fe4ba58843b8e729806e98a5160c59 } from '../../../../../../cms/features/newsletter/admin/LettersSent.tsx'
import { ListsLink as ListsLink_d18bc3b6f21fa4a0264c36d769ec59a4 } from '../../../../../../cms/features/newsletter/admin/ListsLink.tsx'
import { MemberAccess as MemberAccess_dfc6cf262d4aeac11e3dc4d1fcb4c197 } from '../../../../../../cms/features/members/admin/MemberAccess.tsx'
import { MomentField as MomentField_5e447b6996e2abf0c1fd45b60565a57f } from '../../../../../../cms/platform/admin/fields/MomentField.tsx'
import { ProgressSection as ProgressSection_0ffce046462edf39d27d409f6d3fd747 } from '../../../../../../cms/features/nudges/admin/sending/ProgressSection.tsx'
import { ReadOnlyNudge as ReadOnlyNudge_ba201fb02b2ba5e2a32e1f76b47d1b31 } from '../../../../../../cms/features/nudges/admin/ReadOnlyNudge.tsx'
import { LinkNote as LinkNote_c90ac8f2c4ccf5d107bd885cbf074bb0 } from '../../../../../../cms/features/nudges/admin/LinkNote.tsx'
import { DevicePreviews as DevicePreviews_48a9aad600415ca5b934644db78f2652 } from '../../../../../../cms/features/nudges/admin/DevicePreviews.tsx'
import { PersonField as PersonField_21f7740181909699dcca8a27c9f1fa0e } from '../../../../../../cms/features/nudges/admin/PersonField.tsx'
import { AudienceCount as AudienceCount_7b2e99a4ba3c3393bcd45a67f39d44e2 } from '../../../../../../cms/features/nudges/admin/sending/AudienceCount.tsx'
import { NudgePanel as NudgePanel_31c0900be51bdf170bd8c8b052713c98 } from '../../../../../../cms/features/nudges/admin/NudgePanel.tsx'
import { WhenCell as WhenCell_a396d127f3e9f92b7e3c47e6df88ac69 } from '../../../../../../cms/features/nudges/admin/WhenCell.tsx'
import { ReachedCell as ReachedCell_cc77a5be427a4a255eae8b57d51603fe } from '../../../../../../cms/features/nudges/admin/NumberCells.tsx'
import { ClickedCell as ClickedCell_cc77a5be427a4a255eae8b57d51603fe } from '../../../../../../cms/features/nudges/admin/NumberCells.tsx'
import { EntryField as EntryField_c39497ba84f75a4177e94b817b876030 } from '../../../../../../cms/platform/audit/admin/EntryField.tsx'
import { AuditCell as AuditCell_c755c3fb3a14fbd7e03fd378e9b9eb93 } from '../../../../../../cms/platform/audit/admin/AuditCell.tsx'
import { OnlyAdmins as OnlyAdmins_e7fa8fc557c7e76624de6841ce46d234 } from '../../../../../../cms/features/venue/admin/OnlyAdmins.tsx'
import { TimeZoneField as TimeZoneField_8dbcb4a32c4b4c2923d1998b668adb3c } from '../../../../../../cms/features/venue/admin/TimeZoneField.tsx'
import { LinkLabel as LinkLabel_9911e659834e332bb5b8940ff0d15816 } from '../../../../../../cms/features/venue/admin/RowLabels.tsx'
import { TimeField as TimeField_60889d6d2b645a1852389db369fdefe6 } from '../../../../../../cms/platform/admin/fields/DateTimeFields.tsx'
import { WeekTables as WeekTables_12eeeccf3b717354d1a07dde5b9e1763 } from '../../../../../../cms/features/venue/admin/WeekTable.tsx'
import { ExceptionList as ExceptionList_acda465f96ba04742d2d66030d197f63 } from '../../../../../../cms/features/venue/admin/ExceptionList.tsx'
import { TopicLabel as TopicLabel_9911e659834e332bb5b8940ff0d15816 } from '../../../../../../cms/features/venue/admin/RowLabels.tsx'
import { PicturesLabel as PicturesLabel_9911e659834e332bb5b8940ff0d15816 } from '../../../../../../cms/features/venue/admin/RowLabels.tsx'
import { PreviewButton as PreviewButton_de704fd0abec3f790ce5e8521f028813 } from '../../../../../../cms/features/automations/admin/PreviewButton.tsx'
import { Icon as Icon_fdf365bd61558b197e171aee497134da } from '../../../../../../cms/platform/admin/shell/Brand.tsx'
import { Logo as Logo_fdf365bd61558b197e171aee497134da } from '../../../../../../cms/platform/admin/shell/Brand.tsx'
import { AdminNavLinks as AdminNavLinks_127aba03eecb0b22a597121f11ab4339 } from '../../../../../../cms/app/features-admin.tsx'
import { AdminProvider as AdminProvider_ce52fe19bd3ee2d976901b91591f3097 } from '../../../../../../cms/platform/admin/shell/AdminProvider.tsx'
import { ProofProvider as ProofProvider_ef1d40d27ec0b2ee801c36342a693cb4 } from '../../../../../../cms/platform/staff/admin/ProofProvider.tsx'
import { DashboardView as DashboardView_127aba03eecb0b22a597121f11ab4339 } from '../../../../../../cms/app/features-admin.tsx'
import { LoginView as LoginView_20aff5e98b624269b3474e54b88c2c5f } from '../../../../../../cms/platform/admin/login/LoginView.tsx'
import { ForgotView as ForgotView_2b518920c673be1f6b7a55e3bb247d4c } from '../../../../../../cms/platform/admin/login/ForgotView.tsx'
import { FaqView as FaqView_8a01f5133464ce96203d5ea96ba23527 } from '../../../../../../cms/features/content/admin/FaqView.tsx'
import { VisualView as VisualView_efeabc040d66cb9bf1bdf1cc8e2e2ff2 } from '../../../../../../cms/features/content/editing/admin/VisualView.tsx'
import { MailboxView as MailboxView_df2952a8e7bbbc19731ed05e427fb722 } from '../../../../../../cms/platform/mail/admin/MailboxView.tsx'
import { TemplatesView as TemplatesView_72656abb415c2bab1ac32a0d340ed126 } from '../../../../../../cms/platform/mail/admin/TemplatesView.tsx'
import { ReservationsView as ReservationsView_50dfeeb51ebb2223da9327e13a3fed88 } from '../../../../../../cms/features/reservations/admin/ReservationsView.tsx'
import { GuestsView as GuestsView_b24a26c8914c484fdcacb5a0bf72ce57 } from '../../../../../../cms/features/events/admin/guests/GuestsView.tsx'
import { DateView as DateView_3ca085ca4ead89e111f6a40b51b4a311 } from '../../../../../../cms/features/events/admin/DateView.tsx'
import { CalendarView as CalendarView_f5636643f46b992e5ddd2bdb338b79aa } from '../../../../../../cms/features/events/admin/CalendarView.tsx'
import { EveningView as EveningView_95a95b0c28e66a07fcf98eb176373fbe } from '../../../../../../cms/features/bookings/admin/EveningView.tsx'
import { EnquiriesView as EnquiriesView_d3eb3864b5093e5b1e579dffb1851e87 } from '../../../../../../cms/features/enquiries/admin/EnquiriesView.tsx'
import { DoorView as DoorView_6098a68d1f326a465041ea8fea522476 } from '../../../../../../cms/features/check-in/admin/DoorView.tsx'
import { RedirectsView as RedirectsView_1f1905201c235cb544457deb3602052d } from '../../../../../../cms/features/redirects/admin/RedirectsView.tsx'
import { CausesView as CausesView_3f9852b5002af44810ef2b7e6caf17f9 } from '../../../../../../cms/features/common-good/admin/CausesView.tsx'
import { MessagesView as MessagesView_0e67dd0df5beb89606f4b4007eef874d } from '../../../../../../cms/features/common-good/admin/MessagesView.tsx'
import { CommonGoodView as CommonGoodView_9026cf2241b6c36a11390c53988d8b77 } from '../../../../../../cms/features/common-good/admin/CommonGoodView.tsx'
import { TillView as TillView_1a4db3eec7fe6a320d1d8999f98dfbcf } from '../../../../../../cms/features/till/admin/TillView.tsx'
import { CardPaymentsView as CardPaymentsView_af80cef2daadd5d3654f61a17832e8b0 } from '../../../../../../cms/features/payments/admin/CardPaymentsView.tsx'
import { PermissionsView as PermissionsView_93bf52fa4d5dc12a85c4ba9f15443152 } from '../../../../../../cms/platform/staff/admin/PermissionsView.tsx'
import { ResetView as ResetView_e9076efb117ef5ecbfe318d4a975a3c2 } from '../../../../../../cms/platform/staff/admin/ResetView.tsx'
import { AddView as AddView_ec3e8752b651fa617a7d20f4e43f0049 } from '../../../../../../cms/features/newsletter/admin/AddView.tsx'
import { ListsView as ListsView_275c88155e5822d22246f87b6c33a1ec } from '../../../../../../cms/features/newsletter/admin/ListsView.tsx'
import { MomentsView as MomentsView_b53c8d87f5da1465a3a3490a5414d550 } from '../../../../../../cms/features/moments/admin/MomentsView.tsx'
import { LunchView as LunchView_a6764ecc52353703f4b0aadf6f11eff6 } from '../../../../../../cms/features/lunch-run/admin/LunchView.tsx'
import { DropsView as DropsView_55aaf01da2dafad70d9eb346ceb8674c } from '../../../../../../cms/features/secret-kitchens/admin/DropsView.tsx'
import { AnalyticsView as AnalyticsView_9af6f3f0cbbae8c3c4ba94924425ad28 } from '../../../../../../cms/features/analytics/admin/AnalyticsView.tsx'
import { LegacyView as LegacyView_3ee8bd9c5002615b5dfc4f4f2fde6683 } from '../../../../../../cms/features/analytics/admin/LegacyView.tsx'
import { CollectionCards as CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1 } from '@payloadcms/next/rsc'

/** @type import('payload').ImportMap */
export const importMap = {
  "/cms/features/content/admin/ContentCells.tsx#WordsCell": WordsCell_a885da80ed55632aedf4398430c48786,
  "/cms/features/content/admin/ContentTextField.tsx#ContentTextField": ContentTextField_d653f1518fa3e260f931308b5887cf8d,
  "/cms/features/content/admin/ContentCells.tsx#PageCell": PageCell_a885da80ed55632aedf4398430c48786,
  "/cms/platform/admin/lists/Cells.tsx#KeyCell": KeyCell_06f8d39cb5d88ae7e6b5ff851014c2de,
  "/cms/features/content/admin/ContentCells.tsx#TextNameCell": TextNameCell_a885da80ed55632aedf4398430c48786,
  "/cms/features/content/admin/RecordLinks.tsx#OpenOnPage": OpenOnPage_6c5a4fe3ad43b0191d18429eb355e45f,
  "/cms/platform/admin/lists/Cells.tsx#YesNoCell": YesNoCell_06f8d39cb5d88ae7e6b5ff851014c2de,
  "/cms/platform/staff/admin/StaffName.tsx#StaffNameCell": StaffNameCell_3da79595f85f41e76f2688e5218daa2e,
  "/cms/platform/staff/admin/StaffName.tsx#StaffNameField": StaffNameField_3da79595f85f41e76f2688e5218daa2e,
  "/cms/platform/admin/shell/ControlNames.tsx#ListNames": ListNames_4bf97224f60b008d226e2e6de37f88e2,
  "/cms/platform/admin/forms/FormSafety.tsx#FormSafety": FormSafety_7c9cc7deb469f180adb9c52003313e95,
  "/cms/platform/admin/shell/ProblemList.tsx#ProblemList": ProblemList_56928e6f3c0e86cdc8f1504cd109b08a,
  "/cms/platform/admin/shell/ControlNames.tsx#ControlNames": ControlNames_4bf97224f60b008d226e2e6de37f88e2,
  "/cms/platform/admin/fields/HiddenField.tsx#HiddenField": HiddenField_98d14e77d0b7754ae95997cbde6162f5,
  "/cms/features/content/admin/RecordLinks.tsx#AllQuestions": AllQuestions_6c5a4fe3ad43b0191d18429eb355e45f,
  "/cms/platform/trash/admin/TrashedCell.tsx#TrashedCell": TrashedCell_0db432b9bf1b264212c852a94d641068,
  "/cms/platform/admin/lists/Cells.tsx#MomentCell": MomentCell_06f8d39cb5d88ae7e6b5ff851014c2de,
  "/cms/platform/mail/admin/MailStateCell.tsx#MailStateCell": MailStateCell_a50bc0441a7487d465e2927e94c10476,
  "/cms/platform/mail/admin/MailActions.tsx#MailActions": MailActions_e3e9c5b29178efda03e267de6d76e852,
  "/cms/platform/mail/admin/OutboxCounts.tsx#OutboxCounts": OutboxCounts_ebca4ebfbd325144b85e47151816f63d,
  "/cms/platform/mail/admin/AboutWords.tsx#AboutWords": AboutWords_3a22b897fb98afe8a7c4f4486df34bb1,
  "/cms/platform/mail/admin/WordsPreview.tsx#WordsPreview": WordsPreview_b7bb90cc0f0891061b3d3946e220c818,
  "/cms/features/letters/admin/sending/ProgressSection.tsx#ProgressSection": ProgressSection_35c1fbe664b45cf0d5371b929192fb0d,
  "/cms/features/letters/admin/ReadOnlyLetter.tsx#ReadOnlyLetter": ReadOnlyLetter_c0fe0235aab08d6d6f69a2cea82f1db9,
  "@payloadcms/richtext-lexical/rsc#RscEntryLexicalCell": RscEntryLexicalCell_44fe37237e0ebf4470c9990d8cb7b07e,
  "@payloadcms/richtext-lexical/rsc#RscEntryLexicalField": RscEntryLexicalField_44fe37237e0ebf4470c9990d8cb7b07e,
  "@payloadcms/richtext-lexical/rsc#LexicalDiffComponent": LexicalDiffComponent_44fe37237e0ebf4470c9990d8cb7b07e,
  "@payloadcms/richtext-lexical/client#BlocksFeatureClient": BlocksFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "/cms/features/letters/admin/editor/BlockFields.tsx#BlockText": BlockText_e2f8c35371a3b9f443b37e205f59dba6,
  "/cms/features/letters/admin/editor/BlockFields.tsx#BlockSelect": BlockSelect_e2f8c35371a3b9f443b37e205f59dba6,
  "/cms/features/letters/admin/editor/SectionField.tsx#SectionField": SectionField_c2778d6ff12966b6b34a9c0c1d303222,
  "@payloadcms/richtext-lexical/client#HorizontalRuleFeatureClient": HorizontalRuleFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#LinkFeatureClient": LinkFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#BlockquoteFeatureClient": BlockquoteFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#OrderedListFeatureClient": OrderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#UnorderedListFeatureClient": UnorderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#BoldFeatureClient": BoldFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#ItalicFeatureClient": ItalicFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#HeadingFeatureClient": HeadingFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#ParagraphFeatureClient": ParagraphFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "/cms/features/letters/admin/editor/EagerSync.tsx#EagerSync": EagerSync_58758b988fda336934c7011e954a50be,
  "/cms/features/letters/admin/editor/EditorLabels.tsx#EditorLabels": EditorLabels_f5167b55887a2a7b60764bf6ee2ec20c,
  "@payloadcms/richtext-lexical/client#FixedToolbarFeatureClient": FixedToolbarFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "/cms/platform/admin/fields/ChoicesField.tsx#ChoicesField": ChoicesField_8325a40ad5348b834bca45bbf2ad0d91,
  "/cms/features/venue/admin/TopicsField.tsx#TopicsField": TopicsField_e971af3a3dc2f31b1b3815de53fc5af9,
  "/cms/platform/admin/fields/DateTimeFields.tsx#DayField": DayField_60889d6d2b645a1852389db369fdefe6,
  "/cms/features/letters/admin/sending/AudienceCount.tsx#AudienceCount": AudienceCount_ee130b70d50f0a1daa8b722f08090e99,
  "/cms/features/events/admin/WithoutGuests.tsx#WithoutGuests": WithoutGuests_1d1779bbe543242855bfc818624a145d,
  "/cms/features/letters/admin/LetterPanel.tsx#LetterPanel": LetterPanel_cc13e756453c37426a5916e1538668bd,
  "/cms/features/letters/admin/WhenCell.tsx#WhenCell": WhenCell_e3dd2274a75bd29844deba88b87fb875,
  "/cms/features/letters/admin/NumberCells.tsx#TotalCell": TotalCell_694effc931e4864b9690b3702674f92e,
  "/cms/features/letters/admin/NumberCells.tsx#DeliveredCell": DeliveredCell_694effc931e4864b9690b3702674f92e,
  "/cms/platform/admin/lists/Cells.tsx#StateCell": StateCell_06f8d39cb5d88ae7e6b5ff851014c2de,
  "/cms/features/letters/admin/editor/FormKey.tsx#FormKey": FormKey_b4573b2897755b40dff969c986f5a847,
  "/cms/features/letters/admin/editor/LetterEditView.tsx#LetterEditView": LetterEditView_2c62b5f6534c4058c30711c0e676870b,
  "/cms/platform/media/admin/PictureUses.tsx#PictureUses": PictureUses_55c57290b1a30502c7249f536f3b208f,
  "/cms/platform/media/admin/UsesCell.tsx#UsesCell": UsesCell_ae4db856017bbba9f48b0b3e5fcadb17,
  "/cms/platform/admin/lists/Cells.tsx#MoneyCell": MoneyCell_06f8d39cb5d88ae7e6b5ff851014c2de,
  "/cms/platform/admin/fields/MoneyField.tsx#MoneyField": MoneyField_1fb7a0031317852bfd7e24cfe514fd25,
  "/cms/platform/admin/lists/Differences.tsx#MoneyDifference": MoneyDifference_595c70bbf8cf5babf4bdce4d853a906e,
  "/cms/features/venue/admin/MenuTable.tsx#MenuTable": MenuTable_0a1da2e546480bab2f57d5cd1da1c591,
  "/cms/platform/admin/lists/Differences.tsx#RowsDifference": RowsDifference_595c70bbf8cf5babf4bdce4d853a906e,
  "/cms/features/venue/admin/StyleField.tsx#StyleField": StyleField_cf39b47b0d14d49279bf046b29bad9f6,
  "/cms/features/venue/admin/BarrelsSection.tsx#BarrelsOnList": BarrelsOnList_3b9793cb8afdd9f9485b7cd32786097e,
  "/cms/platform/admin/lists/Cells.tsx#LocalTimeCell": LocalTimeCell_06f8d39cb5d88ae7e6b5ff851014c2de,
  "/cms/features/events/admin/WhenField.tsx#StartField": StartField_13370a49bd057fc34079e7712004c390,
  "/cms/features/events/admin/WhenField.tsx#TimeField": TimeField_13370a49bd057fc34079e7712004c390,
  "/cms/features/events/admin/WhenField.tsx#LaterHourField": LaterHourField_13370a49bd057fc34079e7712004c390,
  "/cms/features/events/admin/RepeatField.tsx#RepeatField": RepeatField_86dd8175f89f4cc439d45f301a92d7b9,
  "/cms/features/events/admin/SchedulePreview.tsx#SchedulePreview": SchedulePreview_3c90a48d3652f9ad84c714e74ea301ab,
  "/cms/platform/admin/fields/ChoiceField.tsx#ChoiceField": ChoiceField_73ad5af6e8335594879123c8ce60d3b4,
  "/cms/features/events/admin/DatesSection.tsx#DatesSection": DatesSection_34be4578887324865012c5a93a955651,
  "/cms/features/events/admin/ListCells.tsx#NextDateCell": NextDateCell_8528096672164212d85fc73316ea1041,
  "/cms/features/events/admin/ListCells.tsx#GuestsCell": GuestsCell_8528096672164212d85fc73316ea1041,
  "/cms/features/events/admin/EventPanel.tsx#EventPanel": EventPanel_f58acdbf7df47c20964047fabc28577e,
  "/cms/features/events/admin/CalendarLink.tsx#CalendarLink": CalendarLink_4b1e4b6e1ca19f5e0fcd379ebcda9d7a,
  "/cms/features/redirects/admin/LeadsNowhere.tsx#TargetCell": TargetCell_88bed169b79ad60ab3c1c39722c650f5,
  "/cms/features/redirects/admin/LeadsNowhere.tsx#LeadsNowhere": LeadsNowhere_88bed169b79ad60ab3c1c39722c650f5,
  "/cms/features/redirects/admin/RedirectsLink.tsx#RedirectsLink": RedirectsLink_3ed61f68a5610af8dbb955ae89d6b42b,
  "/cms/features/common-good/admin/CausesLink.tsx#CausesLink": CausesLink_b6caa75f6f30a069f119b79f09c8e843,
  "/cms/platform/staff/admin/SignInField.tsx#SignInField": SignInField_c540136728dd6257b5a11ee821c5fe37,
  "/cms/platform/staff/admin/InvitedCell.tsx#InvitedCell": InvitedCell_106818adc585e087343b168a3d53420e,
  "/cms/platform/staff/admin/PermissionsLink.tsx#PermissionsLink": PermissionsLink_e86e3f7130b4a49508fad439b93557c7,
  "/cms/platform/staff/admin/InviteButton.tsx#InviteButton": InviteButton_f809fedae51123dd62b416535acb7283,
  "/cms/features/newsletter/admin/InterestList.tsx#InterestList": InterestList_13b4e47ee7f06781c39bb789cd8f9aab,
  "/cms/features/newsletter/admin/CorrectAddress.tsx#CorrectAddress": CorrectAddress_4ff4ac8b5cd0a5037c894d58ffe4e86c,
  "/cms/features/newsletter/admin/LettersSent.tsx#LettersSent": LettersSent_02fe4ba58843b8e729806e98a5160c59,
  "/cms/features/newsletter/admin/ListsLink.tsx#ListsLink": ListsLink_d18bc3b6f21fa4a0264c36d769ec59a4,
  "/cms/features/members/admin/MemberAccess.tsx#MemberAccess": MemberAccess_dfc6cf262d4aeac11e3dc4d1fcb4c197,
  "/cms/platform/admin/fields/MomentField.tsx#MomentField": MomentField_5e447b6996e2abf0c1fd45b60565a57f,
  "/cms/features/nudges/admin/sending/ProgressSection.tsx#ProgressSection": ProgressSection_0ffce046462edf39d27d409f6d3fd747,
  "/cms/features/nudges/admin/ReadOnlyNudge.tsx#ReadOnlyNudge": ReadOnlyNudge_ba201fb02b2ba5e2a32e1f76b47d1b31,
  "/cms/features/nudges/admin/LinkNote.tsx#LinkNote": LinkNote_c90ac8f2c4ccf5d107bd885cbf074bb0,
  "/cms/features/nudges/admin/DevicePreviews.tsx#DevicePreviews": DevicePreviews_48a9aad600415ca5b934644db78f2652,
  "/cms/features/nudges/admin/PersonField.tsx#PersonField": PersonField_21f7740181909699dcca8a27c9f1fa0e,
  "/cms/features/nudges/admin/sending/AudienceCount.tsx#AudienceCount": AudienceCount_7b2e99a4ba3c3393bcd45a67f39d44e2,
  "/cms/features/nudges/admin/NudgePanel.tsx#NudgePanel": NudgePanel_31c0900be51bdf170bd8c8b052713c98,
  "/cms/features/nudges/admin/WhenCell.tsx#WhenCell": WhenCell_a396d127f3e9f92b7e3c47e6df88ac69,
  "/cms/features/nudges/admin/NumberCells.tsx#ReachedCell": ReachedCell_cc77a5be427a4a255eae8b57d51603fe,
  "/cms/features/nudges/admin/NumberCells.tsx#ClickedCell": ClickedCell_cc77a5be427a4a255eae8b57d51603fe,
  "/cms/platform/audit/admin/EntryField.tsx#EntryField": EntryField_c39497ba84f75a4177e94b817b876030,
  "/cms/platform/audit/admin/AuditCell.tsx#AuditCell": AuditCell_c755c3fb3a14fbd7e03fd378e9b9eb93,
  "/cms/features/venue/admin/OnlyAdmins.tsx#OnlyAdmins": OnlyAdmins_e7fa8fc557c7e76624de6841ce46d234,
  "/cms/features/venue/admin/TimeZoneField.tsx#TimeZoneField": TimeZoneField_8dbcb4a32c4b4c2923d1998b668adb3c,
  "/cms/features/venue/admin/RowLabels.tsx#LinkLabel": LinkLabel_9911e659834e332bb5b8940ff0d15816,
  "/cms/platform/admin/fields/DateTimeFields.tsx#TimeField": TimeField_60889d6d2b645a1852389db369fdefe6,
  "/cms/features/venue/admin/WeekTable.tsx#WeekTables": WeekTables_12eeeccf3b717354d1a07dde5b9e1763,
  "/cms/features/venue/admin/ExceptionList.tsx#ExceptionList": ExceptionList_acda465f96ba04742d2d66030d197f63,
  "/cms/features/venue/admin/RowLabels.tsx#TopicLabel": TopicLabel_9911e659834e332bb5b8940ff0d15816,
  "/cms/features/venue/admin/RowLabels.tsx#PicturesLabel": PicturesLabel_9911e659834e332bb5b8940ff0d15816,
  "/cms/features/automations/admin/PreviewButton.tsx#PreviewButton": PreviewButton_de704fd0abec3f790ce5e8521f028813,
  "/cms/platform/admin/shell/Brand.tsx#Icon": Icon_fdf365bd61558b197e171aee497134da,
  "/cms/platform/admin/shell/Brand.tsx#Logo": Logo_fdf365bd61558b197e171aee497134da,
  "/cms/app/features-admin.tsx#AdminNavLinks": AdminNavLinks_127aba03eecb0b22a597121f11ab4339,
  "/cms/platform/admin/shell/AdminProvider.tsx#AdminProvider": AdminProvider_ce52fe19bd3ee2d976901b91591f3097,
  "/cms/platform/staff/admin/ProofProvider.tsx#ProofProvider": ProofProvider_ef1d40d27ec0b2ee801c36342a693cb4,
  "/cms/app/features-admin.tsx#DashboardView": DashboardView_127aba03eecb0b22a597121f11ab4339,
  "/cms/platform/admin/login/LoginView.tsx#LoginView": LoginView_20aff5e98b624269b3474e54b88c2c5f,
  "/cms/platform/admin/login/ForgotView.tsx#ForgotView": ForgotView_2b518920c673be1f6b7a55e3bb247d4c,
  "/cms/features/content/admin/FaqView.tsx#FaqView": FaqView_8a01f5133464ce96203d5ea96ba23527,
  "/cms/features/content/editing/admin/VisualView.tsx#VisualView": VisualView_efeabc040d66cb9bf1bdf1cc8e2e2ff2,
  "/cms/platform/mail/admin/MailboxView.tsx#MailboxView": MailboxView_df2952a8e7bbbc19731ed05e427fb722,
  "/cms/platform/mail/admin/TemplatesView.tsx#TemplatesView": TemplatesView_72656abb415c2bab1ac32a0d340ed126,
  "/cms/features/reservations/admin/ReservationsView.tsx#ReservationsView": ReservationsView_50dfeeb51ebb2223da9327e13a3fed88,
  "/cms/features/events/admin/guests/GuestsView.tsx#GuestsView": GuestsView_b24a26c8914c484fdcacb5a0bf72ce57,
  "/cms/features/events/admin/DateView.tsx#DateView": DateView_3ca085ca4ead89e111f6a40b51b4a311,
  "/cms/features/events/admin/CalendarView.tsx#CalendarView": CalendarView_f5636643f46b992e5ddd2bdb338b79aa,
  "/cms/features/bookings/admin/EveningView.tsx#EveningView": EveningView_95a95b0c28e66a07fcf98eb176373fbe,
  "/cms/features/enquiries/admin/EnquiriesView.tsx#EnquiriesView": EnquiriesView_d3eb3864b5093e5b1e579dffb1851e87,
  "/cms/features/check-in/admin/DoorView.tsx#DoorView": DoorView_6098a68d1f326a465041ea8fea522476,
  "/cms/features/redirects/admin/RedirectsView.tsx#RedirectsView": RedirectsView_1f1905201c235cb544457deb3602052d,
  "/cms/features/common-good/admin/CausesView.tsx#CausesView": CausesView_3f9852b5002af44810ef2b7e6caf17f9,
  "/cms/features/common-good/admin/MessagesView.tsx#MessagesView": MessagesView_0e67dd0df5beb89606f4b4007eef874d,
  "/cms/features/common-good/admin/CommonGoodView.tsx#CommonGoodView": CommonGoodView_9026cf2241b6c36a11390c53988d8b77,
  "/cms/features/till/admin/TillView.tsx#TillView": TillView_1a4db3eec7fe6a320d1d8999f98dfbcf,
  "/cms/features/payments/admin/CardPaymentsView.tsx#CardPaymentsView": CardPaymentsView_af80cef2daadd5d3654f61a17832e8b0,
  "/cms/platform/staff/admin/PermissionsView.tsx#PermissionsView": PermissionsView_93bf52fa4d5dc12a85c4ba9f15443152,
  "/cms/platform/staff/admin/ResetView.tsx#ResetView": ResetView_e9076efb117ef5ecbfe318d4a975a3c2,
  "/cms/features/newsletter/admin/AddView.tsx#AddView": AddView_ec3e8752b651fa617a7d20f4e43f0049,
  "/cms/features/newsletter/admin/ListsView.tsx#ListsView": ListsView_275c88155e5822d22246f87b6c33a1ec,
  "/cms/features/moments/admin/MomentsView.tsx#MomentsView": MomentsView_b53c8d87f5da1465a3a3490a5414d550,
  "/cms/features/lunch-run/admin/LunchView.tsx#LunchView": LunchView_a6764ecc52353703f4b0aadf6f11eff6,
  "/cms/features/secret-kitchens/admin/DropsView.tsx#DropsView": DropsView_55aaf01da2dafad70d9eb346ceb8674c,
  "/cms/features/analytics/admin/AnalyticsView.tsx#AnalyticsView": AnalyticsView_9af6f3f0cbbae8c3c4ba94924425ad28,
  "/cms/features/analytics/admin/LegacyView.tsx#LegacyView": LegacyView_3ee8bd9c5002615b5dfc4f4f2fde6683,
  "@payloadcms/next/rsc#CollectionCards": CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1
}
