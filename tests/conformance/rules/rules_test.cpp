// Runs the rows of the rules table (rule.h), and counts them.
#include "rule.h"

#include <cstdio>
#include <string>

namespace conformance::rules {

void PrintTo(const Rule* rule, std::ostream* out) {
    *out << rule->id << ", " << rule->method << ": " << rule->text;
}

namespace {

std::vector<const Rule*> runnable() {
    std::vector<const Rule*> rows;
    for (const Rule* rule : allRules()) {
#ifndef _WIN32
        if (rule->windowed)
            continue;
#endif
        if (rule->call)
            rows.push_back(rule);
    }
    return rows;
}

std::string rowName(const ::testing::TestParamInfo<const Rule*>& info) {
    char number[24];
    std::snprintf(number, sizeof number, "R%03d_", info.param->id);
    std::string name = number;
    const std::string method = info.param->method;
    const size_t last = method.rfind("::");
    for (char c : last == std::string::npos ? method : method.substr(last + 2))
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))
            name += c;
    return name;
}

class Rules : public ::testing::TestWithParam<const Rule*> {
public:
    static void SetUpTestSuite() {
        devices_ = new Devices;
        ASSERT_HR(S_OK, makeDevice(0, devices_->device, devices_->context));
    }
    static void TearDownTestSuite() {
        delete devices_;
        devices_ = nullptr;
    }

protected:
    static Devices* devices_;
};
Devices* Rules::devices_ = nullptr;

TEST_P(Rules, Answer) {
    ASSERT_TRUE(devices_ && devices_->device);
    const Rule& rule = *GetParam();
    const uint64_t messages = validationMessages(devices_->device.get());
    {
        Rig rig(*devices_, rule);
        const HRESULT hr = rule.call(rig);
        EXPECT_TRUE(rule.answer.admits(hr))
            << rule.method << ", " << rule.text << ": 0x" << std::hex << static_cast<unsigned long>(hr)
            << " instead of 0x" << static_cast<unsigned long>(rule.answer.hr);
        rig.settle(hr);
    }
    devices_->context->ClearState();
    devices_->context->Flush();
    EXPECT_EQ(messages, validationMessages(devices_->device.get())) << "the validation layer had something to say";
    EXPECT_HR(S_OK, devices_->device->GetDeviceRemovedReason());
}

INSTANTIATE_TEST_SUITE_P(All, Rules, ::testing::ValuesIn(runnable()), rowName);

TEST(RulesTable, EveryRowIsThereOnce) {
    int next = 1;
    for (const Rule* rule : allRules()) {
        EXPECT_EQ(next, rule->id) << rule->method << ", " << rule->text;
        next = rule->id + 1;
        EXPECT_EQ(rule->call == nullptr, rule->why != nullptr) << rule->id;
    }
    EXPECT_EQ(kRuleCount, next - 1);
}

} // namespace
} // namespace conformance::rules
