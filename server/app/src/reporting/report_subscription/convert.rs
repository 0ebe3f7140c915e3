//! Conversion of subscriptions between the model and the contract.
use contract::v1;
use platform::{Fault, ids::CommunityId};

use super::model::{Frequency, Subscribed, SubscriptionChange};

/// Converts a change.
pub fn change(request: v1::UpdateReportSubscriptionRequest) -> Result<SubscriptionChange, Fault> {
    let frequency = match v1::ReportFrequency::try_from(request.frequency) {
        Ok(v1::ReportFrequency::Unspecified) => None,
        Ok(v1::ReportFrequency::Weekly) => Some(Frequency::Weekly),
        Ok(v1::ReportFrequency::Monthly) => Some(Frequency::Monthly),
        Err(_) => return Err(Fault::field("frequency", "Choose how often.")),
    };
    let community = (!request.community_id.is_empty()).then_some(CommunityId(request.community_id));
    Ok(SubscriptionChange { frequency, community })
}

/// Converts a subscription.
pub fn subscription(subscribed: Subscribed) -> v1::ReportSubscription {
    let Subscribed { subscription, email } = subscribed;
    match subscription {
        None => v1::ReportSubscription { email, ..v1::ReportSubscription::default() },
        Some(one) => v1::ReportSubscription {
            frequency: one.frequency as i32,
            community_id: one.community_id,
            email,
            next_at: Some(one.next_ms.into()),
        },
    }
}
