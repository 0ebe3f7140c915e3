//! RPC handlers of `ReportService`.
use contract::v1::{report_service_server::ReportService, *};
use platform::paging;
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{commands, convert, model::Settings};
use crate::{context::Context, incoming_request, operations::audit};

/// Implements `ReportService`.
pub struct Service {
    pub context: Context,
}

/// Converts the filter fields, which several requests have.
macro_rules! filter_of {
    ($request:ident) => {
        convert::filter(convert::FilterFields {
            start_date: $request.start_date,
            end_date: $request.end_date,
            community_id: $request.community_id,
            channel: $request.channel,
            category: $request.category,
            time_zone: $request.time_zone,
        })
    };
}

#[async_service]
impl ReportService for Service {
    async fn get_report(
        &self,
        request: Request<GetReportRequest>,
    ) -> Result<Response<GetReportResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let filter = filter_of!(request)?;
        let report = commands::read(&self.context, &actor, &filter).await?;
        Ok(Response::new(GetReportResponse { report: Some(convert::report(report)) }))
    }

    async fn list_report_details(
        &self,
        request: Request<ListReportDetailsRequest>,
    ) -> Result<Response<ListReportDetailsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (before, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let filter = filter_of!(request)?;
        let (rows, next_page_token) =
            commands::details(&self.context, &actor, &filter, request.metric, before, limit).await?;
        let details = rows.iter().map(convert::detail).collect();
        Ok(Response::new(ListReportDetailsResponse { details, next_page_token }))
    }

    async fn export_report(
        &self,
        request: Request<ExportReportRequest>,
    ) -> Result<Response<ExportReportResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let filter = filter_of!(request)?;
        let exported = commands::export(&self.context, &actor, &filter).await?;
        Ok(Response::new(ExportReportResponse {
            url: exported.url,
            expires_at: Some(exported.expires.into()),
            row_count: i32::try_from(exported.rows).unwrap_or(i32::MAX),
        }))
    }

    async fn update_report_settings(
        &self,
        request: Request<UpdateReportSettingsRequest>,
    ) -> Result<Response<UpdateReportSettingsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let differences = |before: &Settings, after: &Settings| {
            audit::differences(&convert::settings(before), &convert::settings(after))
        };
        let changed = convert::new_settings(&request);
        let settings = commands::update_settings(&self.context, &actor, &changed, differences).await?;
        Ok(Response::new(UpdateReportSettingsResponse { settings: Some(convert::settings(&settings)) }))
    }
}
