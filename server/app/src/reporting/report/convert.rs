//! Conversion of reports between the model and the contract.
use contract::v1;
use platform::{Fault, Timestamp, ids::CommunityId};

use super::model::{
    Category, Channel, CommunityFigures, Day, Detail, Figure, NewSettings, OpenRequests, Report,
    ReportFilter, Settings, StaffFigures,
};

/// The fields of a request that filter a report.
pub struct FilterFields {
    pub start_date: String,
    pub end_date: String,
    pub community_id: String,
    pub channel: i32,
    pub category: String,
    pub time_zone: String,
}

/// Converts the filter of a request.
pub fn filter(fields: FilterFields) -> Result<ReportFilter, Fault> {
    let FilterFields { start_date, end_date, community_id, channel, category, time_zone } = fields;
    let channel = match v1::ReportChannel::try_from(channel) {
        Ok(v1::ReportChannel::Unspecified) => None,
        Ok(v1::ReportChannel::Text) => Some(Channel::Text),
        Ok(v1::ReportChannel::Blast) => Some(Channel::Blast),
        Ok(v1::ReportChannel::Email) => Some(Channel::Email),
        Ok(v1::ReportChannel::WebChat) => Some(Channel::WebChat),
        Err(_) => return Err(Fault::field("channel", "Choose a channel.")),
    };
    let community = (!community_id.is_empty()).then_some(CommunityId(community_id));
    Ok(ReportFilter { start_date, end_date, community, channel, category, time_zone })
}

/// Converts a report.
pub fn report(report: Report) -> v1::Report {
    let (previous_start, previous_end) = report.previous;
    let blasts = report.blasts.iter().map(|(blast, date)| v1::ReportBlast {
        blast_id: blast.id.clone(),
        title: blast.title.clone(),
        started_at: Some(blast.starts_ms.into()),
        date: date.to_string(),
    });
    v1::Report {
        start_date: report.period.start.to_string(),
        end_date: report.period.end.to_string(),
        previous_start_date: previous_start.to_string(),
        previous_end_date: previous_end.to_string(),
        time_zone: report.period.zone_name,
        counted_until: Some(report.counted_until.into()),
        figures: report.figures.iter().map(figure).collect(),
        days: report.days.iter().map(day).collect(),
        previous_days: report.previous_days.iter().map(day).collect(),
        categories: report.categories.into_iter().map(category).collect(),
        communities: report.communities.into_iter().map(community).collect(),
        staff: report.staff.into_iter().map(staff).collect(),
        blasts: blasts.collect(),
        settings: Some(settings(&report.settings)),
        included_segments_per_month: report.included_segments_per_month,
        service_requests: report.open_requests.iter().map(open_requests).collect(),
    }
}

fn open_requests(requests: &OpenRequests) -> v1::ReportServiceRequests {
    v1::ReportServiceRequests {
        state: requests.state as i32,
        up_to_7_days: requests.up_to_7_days,
        up_to_30_days: requests.up_to_30_days,
        up_to_90_days: requests.up_to_90_days,
        older: requests.older,
    }
}

fn figure(figure: &Figure) -> v1::ReportFigure {
    v1::ReportFigure {
        metric: figure.metric as i32,
        title: figure.title.to_owned(),
        definition: figure.definition.to_owned(),
        unit: figure.unit as i32,
        value: figure.value,
        previous_value: figure.previous_value,
        p90: figure.p90,
        has_details: figure.has_details,
    }
}

fn day(day: &Day) -> v1::ReportDay {
    v1::ReportDay {
        date: day.date.to_string(),
        questions: day.questions,
        bot_answers: day.bot_answers,
        escalations: day.escalations,
        messages_in: day.messages_in,
        messages_out: day.messages_out,
    }
}

fn category(category: Category) -> v1::ReportCategory {
    v1::ReportCategory {
        category: category.category,
        bot_answers: category.bot_answers,
        escalations: category.escalations,
    }
}

fn community(community: CommunityFigures) -> v1::ReportCommunity {
    v1::ReportCommunity {
        community_id: community.community_id.to_string(),
        community_label: community.label,
        questions: community.questions,
        bot_answers: community.bot_answers,
        resolution_minutes: community.resolution_minutes,
        segments: community.segments,
        segment_cost_micros: community.segment_cost_micros,
        trend: community.trend,
    }
}

fn staff(staff: StaffFigures) -> v1::ReportStaff {
    v1::ReportStaff {
        user_id: staff.user_id,
        name: staff.name,
        replies: staff.replies,
        reviews: staff.reviews,
    }
}

/// Converts assumptions.
pub fn settings(settings: &Settings) -> v1::ReportSettings {
    v1::ReportSettings {
        minutes_per_answer: settings.minutes_per_answer,
        hourly_cost_cents: settings.hourly_cost_cents,
        version: settings.version,
    }
}

/// Converts a change to the assumptions.
pub fn new_settings(request: &v1::UpdateReportSettingsRequest) -> NewSettings {
    NewSettings {
        minutes_per_answer: request.minutes_per_answer,
        hourly_cost_cents: request.hourly_cost_cents,
        version: request.version,
    }
}

/// Converts a row of a figure's details.
pub fn detail(row: &Detail) -> v1::ReportDetail {
    v1::ReportDetail {
        subject_id: row.subject_id.clone(),
        conversation_id: row.conversation_id.clone(),
        community_id: row.community_id.to_string(),
        community_label: row.tag.replace('_', " "),
        phone: row.phone.clone(),
        resident_name: row.resident_name.clone(),
        excerpt: row.excerpt.clone(),
        at: Some(Timestamp(row.at_ms).into()),
        value: row.value,
        service_request_id: row.request_id.clone(),
        email_thread_id: row.email_thread_id.clone(),
        web_chat_id: row.web_chat_id.clone(),
        email_address: row.email_address.clone(),
    }
}
